//! The test vectors of the standards, which other implementations signed.

use serde_json::json;

use super::*;

/// The payload of the appendices of RFC 7515.
const PAYLOAD: &str = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";

const MODULUS: &str = "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ";

fn verifies(jwk: &Value, algorithm: &str, signed: &str, signature: &str) -> bool {
    let key = PublicKey::read(jwk);
    let algorithm = SignatureAlgorithm::named(algorithm);
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature);
    match (key, algorithm, signature) {
        (Some(key), Some(algorithm), Ok(signature)) => {
            key.verifies(algorithm, signed.as_bytes(), &signature)
        }
        _ => false,
    }
}

#[test]
fn the_rsa_signature_of_rfc_7515_is_valid() {
    let key = json!({"kty": "RSA", "n": MODULUS, "e": "AQAB"});
    let signed = format!("eyJhbGciOiJSUzI1NiJ9.{PAYLOAD}");
    let signature = "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw";
    assert!(verifies(&key, "RS256", &signed, signature));
    assert!(!verifies(&key, "RS384", &signed, signature));
    assert!(!verifies(&key, "PS256", &signed, signature));
    assert!(!verifies(&key, "RS256", &signed[1..], signature));
}

#[test]
fn the_ecdsa_signature_of_rfc_7515_is_valid() {
    let key = json!({
        "kty": "EC", "crv": "P-256",
        "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    });
    let signed = format!("eyJhbGciOiJFUzI1NiJ9.{PAYLOAD}");
    let signature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
    assert!(verifies(&key, "ES256", &signed, signature));
    assert!(!verifies(&key, "ES384", &signed, signature));
    assert!(!verifies(&key, "ES256", &signed, &signature[1..]));
}

#[test]
fn the_eddsa_signature_of_rfc_8037_is_valid() {
    let key = json!({
        "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    });
    let signed = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    let signature =
        "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
    assert!(verifies(&key, "EdDSA", signed, signature));
    assert!(verifies(&key, "Ed25519", signed, signature));
    assert!(!verifies(&key, "ES256", signed, signature));
}

#[test]
fn keys_for_other_purposes_are_ignored() {
    let rsa = |extra: Value| {
        let mut key = json!({"kty": "RSA", "n": MODULUS, "e": "AQAB"});
        if let (Some(key), Value::Object(extra)) = (key.as_object_mut(), extra) {
            key.extend(extra);
        }
        PublicKey::read(&key).is_some()
    };
    assert!(rsa(json!({})));
    assert!(rsa(
        json!({"use": "sig", "key_ops": ["verify"], "alg": "RS256"})
    ));
    assert!(!rsa(json!({"use": "enc"})));
    assert!(!rsa(json!({"key_ops": ["encrypt"]})));
    assert!(!rsa(json!({"alg": "HS256"})));
    assert!(!rsa(json!({"alg": "none"})));
    assert!(!rsa(json!({"alg": "ES256"})));
    assert!(!rsa(json!({"alg": "RSA-OAEP"})));
    assert!(!rsa(json!({"n": "not base64!"})));
}

#[test]
fn neither_none_nor_hmac_has_a_name() {
    for name in [
        "none", "None", "NONE", "nOnE", "", "HS256", "HS384", "HS512", "rs256", "ES256K",
    ] {
        assert_eq!(SignatureAlgorithm::named(name), None, "{name}");
    }
}
