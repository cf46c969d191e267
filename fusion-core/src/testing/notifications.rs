//! Notifications that belong to no call: changed lists and changed resources.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::{
    client::TestClient,
    failure::ProtocolError,
    link::Exchange,
    session::{ClientRequest, response},
};

const LISTEN: &str = "subscriptions/listen";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// The notifications of a server about its lists and resources. Dropping it closes the stream of a subscription over
/// HTTP; over lines, the server goes on notifying until the end of the connection, and nothing reads it.
pub struct Notifications {
    source: NotificationSource,
}

enum NotificationSource {
    /// The stream of a subscription, with the first messages that arrived for it.
    Subscription(Exchange),
    /// Everything that the connection receives for no request.
    Connection(UnboundedReceiver<Value>),
}

impl TestClient {
    /// Subscribes to changes of the lists, and to changes of resources by their URIs, and waits until the server has
    /// confirmed it. Over HTTP, a client of the legacy era hears nothing without a session.
    ///
    /// # Errors
    ///
    /// The error that the server responds with.
    pub async fn listen<'u>(
        &self,
        uris: impl IntoIterator<Item = &'u str>,
    ) -> Result<Notifications, ProtocolError> {
        let uris: Vec<_> = uris.into_iter().collect();
        if !self.session.is_modern() {
            let receiver = self.session.link.notifications();
            for uri in uris {
                self.request("resources/subscribe", json!({"uri": uri}))
                    .await?;
            }
            let source = NotificationSource::Connection(receiver);
            return Ok(Notifications { source });
        }
        let notifications = json!({
            "toolsListChanged": true,
            "promptsListChanged": true,
            "resourcesListChanged": true,
            "resourceSubscriptions": uris,
        });
        let params = json!({"notifications": notifications});
        let request = ClientRequest::new(LISTEN, params);
        let (_, mut exchange) = self.session.start(request).await;
        match exchange.arrivals.next().await {
            Some(Ok(message)) if message["method"] == ACKNOWLEDGED => {}
            Some(Ok(message)) if message.get("error").is_some() => {
                return Err(ProtocolError::of_response(&message["error"]));
            }
            Some(Err(error)) => return Err(error),
            _ => response(&mut exchange, LISTEN).await.map(drop)?,
        }
        let source = NotificationSource::Subscription(exchange);
        Ok(Notifications { source })
    }
}

impl Notifications {
    /// Waits for the next notification: its `method` and its `params`. Returns `None` after the end of the server
    /// or of the subscription.
    pub async fn next(&mut self) -> Option<Value> {
        let message = match &mut self.source {
            NotificationSource::Connection(receiver) => receiver.recv().await?,
            NotificationSource::Subscription(exchange) => exchange.arrivals.next().await?.ok()?,
        };
        message.get("method").is_some().then_some(message)
    }

    /// Waits for the next changed resource, and returns its URI.
    pub async fn changed_resource(&mut self) -> Option<String> {
        loop {
            let message = self.next().await?;
            if message["method"] == "notifications/resources/updated" {
                return message["params"]["uri"].as_str().map(str::to_owned);
            }
        }
    }
}
