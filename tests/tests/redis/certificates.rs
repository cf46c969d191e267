//! Certificates of one test, made by `openssl`.

use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder of keys and certificates.
pub struct Certificates(TempDir);

impl Certificates {
    /// Makes two authorities, `authority` and `stranger`, and `server` and `client`, which `authority` signs. `server` is
    /// the certificate of the names.
    pub fn new(names: &str) -> Self {
        let certificates = Self(TempDir::new().unwrap());
        let config = "[req]\ndistinguished_name=name\n[name]\n";
        std::fs::write(certificates.path("config"), config).unwrap();
        for authority in ["authority", "stranger"] {
            certificates.make(authority, "basicConstraints=critical,CA:TRUE", &[]);
        }
        let key = certificates.path("authority.key");
        let authority = certificates.path("authority.pem");
        let signed = ["-CA", &authority, "-CAkey", &key];
        certificates.make("server", &format!("subjectAltName={names}"), &signed);
        certificates.make("client", "extendedKeyUsage=clientAuth", &signed);
        certificates
    }

    /// Returns the path of a file.
    pub fn path(&self, file: &str) -> String {
        self.0.path().join(file).to_str().unwrap().to_owned()
    }

    /// Returns the text of a file.
    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    fn make(&self, name: &str, extension: &str, signed: &[&str]) {
        let output = Command::new("openssl")
            .args(["req", "-x509", "-days", "2", "-nodes"])
            .args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-config", &self.path("config")])
            .args(["-subj", &format!("/CN={name}"), "-addext", extension])
            .args(["-keyout", &self.path(&format!("{name}.key"))])
            .args(["-out", &self.path(&format!("{name}.pem"))])
            .args(signed)
            .stdout(Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
    }
}
