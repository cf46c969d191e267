use schemars::JsonSchema;

use super::super::SchemaCompiler;
use super::*;
use crate::spec::schema_of;

fn form_of<T: JsonSchema>() -> Result<Value, String> {
    let mut compiler = SchemaCompiler::default();
    compiler.form(schema_of::<T>).map(Value::Object)
}

#[derive(JsonSchema)]
#[allow(dead_code)] // only its schema is of interest
enum Level {
    Low,
    High,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
#[schemars(rename_all = "lowercase")]
enum Colour {
    /// Like blood. And more.
    Red,
    Green,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Everything {
    /// Your name.
    #[schemars(length(min = 1, max = 40))]
    name: String,
    #[schemars(extend("format" = "email"))]
    mail: Option<String>,
    #[schemars(regex(pattern = "^a"))]
    code: Option<String>,
    #[schemars(range(min = 1, max = 9))]
    count: u64,
    share: f64,
    #[schemars(default)]
    sure: bool,
    level: Option<Level>,
    colour: Colour,
    levels: Vec<Level>,
    colours: Option<Vec<Colour>>,
}

#[test]
fn a_flat_struct_is_a_form_in_the_schemas_of_the_protocol() {
    let expected = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Your name.", "minLength": 1, "maxLength": 40},
            "mail": {"type": "string", "format": "email"},
            "code": {"type": "string"},
            "count": {"type": "integer", "minimum": 1, "maximum": 9},
            "share": {"type": "number"},
            "sure": {"type": "boolean", "default": false},
            "level": {"type": "string", "enum": ["Low", "High"]},
            "colour": {
                "type": "string",
                "oneOf": [
                    {"const": "green", "title": "green"},
                    {"const": "red", "title": "Like blood"},
                ],
            },
            "levels": {"type": "array", "items": {"type": "string", "enum": ["Low", "High"]}},
            "colours": {
                "type": "array",
                "items": {"anyOf": [
                    {"const": "green", "title": "green"},
                    {"const": "red", "title": "Like blood"},
                ]},
            },
        },
        "required": ["name", "count", "share", "colour", "levels"],
    });
    let mut form = form_of::<Everything>().unwrap();
    let sorted = |form: &mut Value| {
        let required = form["required"].as_array_mut().unwrap();
        required.sort_by_key(ToString::to_string);
    };
    let mut expected = expected;
    sorted(&mut form);
    sorted(&mut expected);
    assert_eq!(form, expected);
}

#[test]
fn what_is_no_form_is_refused_with_its_field() {
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct OuterForm {
        inner: Everything,
    }
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Words {
        words: Vec<String>,
    }
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Secret {
        #[schemars(extend("writeOnly" = true))]
        key: String,
    }
    for (form, begin) in [
        (form_of::<OuterForm>(), "field `inner` is an object: "),
        (
            form_of::<Words>(),
            "field `words` is a list of other values",
        ),
        (form_of::<Secret>(), "field `key` is a secret, "),
        (form_of::<String>(), "it is no flat struct: "),
        (form_of::<Level>(), "it is no flat struct: "),
        (
            form_of::<std::collections::BTreeMap<String, u8>>(),
            "it has fields of any name: ",
        ),
    ] {
        let reason = form.unwrap_err();
        assert!(reason.starts_with(begin), "{reason}");
    }
}
