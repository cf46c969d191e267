//! A `redis-server` of one test, on a free port.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::Duration,
};

use fusion_core::shared::Redis;

/// Returns a port that nobody listens on.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// A server. It is killed when it is dropped.
pub struct RedisServer {
    process: Option<Child>,
    pub port: u16,
    /// Further arguments of the process.
    arguments: Vec<String>,
}

impl RedisServer {
    /// Starts a server, and waits until it answers.
    pub async fn start() -> Self {
        Self::start_with(|| (free_port(), Vec::new())).await
    }

    /// Starts a server on a port and with further arguments, and waits until it answers. They are chosen again if
    /// another process takes a port before the server does.
    pub async fn start_with(choose: impl Fn() -> (u16, Vec<String>)) -> Self {
        for _ in 0..5 {
            let (port, arguments) = choose();
            let mut server = Self {
                process: None,
                port,
                arguments,
            };
            server.run();
            if server.answers().await {
                return server;
            }
        }
        panic!("redis-server does not start");
    }

    /// Starts the process with further arguments.
    pub fn run_with(&mut self, arguments: &[&str]) {
        let arguments = arguments.iter().map(|&word| word.to_owned());
        self.arguments.extend(arguments);
        self.run();
    }

    /// Starts the process on the port of this server. `redis-server` must be installed.
    pub fn run(&mut self) {
        let process = Command::new("redis-server")
            .args(["--port", &self.port.to_string()])
            .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
            .args(["--dir", std::env::temp_dir().to_str().unwrap()])
            .args(&self.arguments)
            .stdout(Stdio::null())
            .spawn();
        self.process = Some(process.unwrap());
    }

    /// Kills the process, which loses all that it had.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Waits until the server answers. Returns false if its process has ended.
    pub async fn answers(&mut self) -> bool {
        for _ in 0..500 {
            let ended = self.process.as_mut().unwrap().try_wait().unwrap();
            if ended.is_some() {
                return false;
            }
            match self.try_command(&["PING"]).await {
                Ok(_) => return true,
                // It needs a password.
                Err(error) if error.code() == Some("NOAUTH") => return true,
                Err(_) => {}
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Connects a replica.
    pub async fn replica(&self) -> Redis {
        Redis::connect(&self.url()).await.unwrap()
    }

    /// Runs a command on a connection of its own.
    pub async fn command(&self, words: &[&str]) -> redis::Value {
        self.try_command(words).await.unwrap()
    }

    /// Returns the role of the server among its copies, `master` or `slave`.
    pub async fn role(&self) -> String {
        match self.try_command(&["ROLE"]).await {
            Ok(redis::Value::Array(words)) => match &words[..] {
                [redis::Value::BulkString(role), ..] => String::from_utf8_lossy(role).into_owned(),
                other => panic!("{other:?}"),
            },
            // It does not run.
            _ => String::new(),
        }
    }

    pub async fn try_command(&self, words: &[&str]) -> redis::RedisResult<redis::Value> {
        command_at(self.url(), words).await
    }

    /// Runs a command with the password of the server.
    pub async fn try_command_with(
        &self,
        password: &str,
        words: &[&str],
    ) -> redis::RedisResult<redis::Value> {
        let url = format!("redis://:{password}@127.0.0.1:{}", self.port);
        command_at(url, words).await
    }
}

async fn command_at(url: String, words: &[&str]) -> redis::RedisResult<redis::Value> {
    let client = redis::Client::open(url)?;
    let mut connection = client.get_multiplexed_async_connection().await?;
    let [name, arguments @ ..] = words else {
        panic!("no command");
    };
    redis::cmd(name)
        .arg(arguments)
        .query_async(&mut connection)
        .await
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}
