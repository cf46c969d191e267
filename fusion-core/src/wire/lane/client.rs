//! The clients that requests of the modern era name. A client names itself in each request, mostly in the same
//! words, so the last clients are kept.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ClientCapabilities, Implementation};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::meta::{CallMeta, ClientInfo};
use crate::ctx::Client;

/// The maximum number of clients that are kept.
const KEPT: usize = 8;
/// The maximum size of the texts and of the capabilities of a client that is kept.
const LONGEST: usize = 512;

/// The clients of the last requests, the latest first.
#[derive(Default)]
pub(super) struct KnownClients(Mutex<Vec<KnownClient>>);

struct KnownClient {
    info: ClientInfo<'static>,
    /// The capabilities as the client wrote them.
    sent: Map<String, Value>,
    client: Arc<Client>,
}

/// The capabilities are missing, or are none. The SDK refuses such a request.
#[derive(Debug, PartialEq)]
pub(super) struct InvalidCapabilities;

fn declared(sent: &Map<String, Value>) -> Result<ClientCapabilities, InvalidCapabilities> {
    ClientCapabilities::deserialize(sent).map_err(|_| InvalidCapabilities)
}

impl KnownClients {
    /// Returns the client that `meta` names, if it names one. With `hides_sdk`, the name of the SDK is none.
    pub(super) fn find(
        &self,
        meta: &CallMeta<'_>,
        hides_sdk: bool,
    ) -> Result<Option<Arc<Client>>, InvalidCapabilities> {
        let sent = meta.capabilities.as_ref().ok_or(InvalidCapabilities)?;
        let info = meta.info.as_ref();
        let info = info.filter(|info| !(hides_sdk && is_placeholder(info)));
        let Some(info) = info else {
            // The client must have declared its capabilities all the same.
            if !sent.is_empty() {
                declared(sent)?;
            }
            return Ok(None);
        };
        if let Some(known) = self.known(info, sent) {
            return Ok(Some(known));
        }
        let declared = declared(sent)?;
        let mut client = Client::new(&*info.name, &*info.version);
        if let Ok(Value::Object(capabilities)) = serde_json::to_value(declared) {
            client.capabilities = capabilities;
        }
        client.declared = Some(Box::new(super::meta::declared(info, sent)));
        let client = Arc::new(client);
        self.keep(info, sent, &client);
        Ok(Some(client))
    }

    fn known(&self, info: &ClientInfo<'_>, sent: &Map<String, Value>) -> Option<Arc<Client>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept
            .iter()
            .position(|known| known.info == *info && known.sent == *sent)?;
        kept.get_mut(..=place)?.rotate_right(1);
        kept.first().map(|known| Arc::clone(&known.client))
    }

    fn keep(&self, info: &ClientInfo<'_>, sent: &Map<String, Value>, client: &Arc<Client>) {
        // What a client may make the server keep is bounded.
        if info.length() > LONGEST || weight(sent) > LONGEST || info.icons.is_some() {
            return;
        }
        let known = KnownClient {
            info: info.to_owned_texts(),
            sent: sent.clone(),
            client: Arc::clone(client),
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.insert(0, known);
    }
}

/// Returns whether a client names itself as the SDK does where it knows nothing.
fn is_placeholder(info: &ClientInfo<'_>) -> bool {
    let is_bare = info.title.is_none()
        && info.description.is_none()
        && info.icons.is_none()
        && info.website_url.is_none();
    is_bare && info.name == "rmcp" && info.version == Implementation::default().version
}

/// Returns the number of bytes and values in the capabilities.
fn weight(capabilities: &Map<String, Value>) -> usize {
    capabilities
        .iter()
        .map(|(key, value)| key.len() + weight_of_value(value))
        .sum()
}

fn weight_of_value(value: &Value) -> usize {
    1 + match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(weight_of_value).sum(),
        Value::Object(map) => weight(map),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}
