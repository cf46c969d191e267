//! The syntax that clients accept in a pattern: most compile it as ECMA-262 with the flag `u`, and drop
//! the tool or all tools if that fails.

use jsonschema_regex::is_valid_ecma_regex;

use super::letters;

/// The characters that a backslash may precede for themselves.
const SYNTAX_CHARACTERS: &str = r"^$\.*+?()[]{}|/";

/// The values of `General_Category`.
const CATEGORIES: &str = "\
    C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC \
    Cased_Letter Ll Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu \
    Uppercase_Letter M Mark Combining_Mark Mc Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N \
    Number Nd Decimal_Number digit Nl Letter_Number No Other_Number P Punctuation punct Pc \
    Connector_Punctuation Pd Dash_Punctuation Pe Close_Punctuation Pf Final_Punctuation Pi \
    Initial_Punctuation Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk \
    Modifier_Symbol Sm Math_Symbol So Other_Symbol Z Separator Zl Line_Separator Zp \
    Paragraph_Separator Zs Space_Separator";

/// The properties that a character has or has not.
const PROPERTIES: &str = "\
    ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored \
    Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM \
    Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT \
    Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia \
    Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation \
    EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext \
    Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS \
    Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math \
    Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark \
    QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation \
    Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space \
    XID_Continue XIDC XID_Start XIDS";

/// Returns `true` if clients compile a pattern.
pub(super) fn is_portable(pattern: &str) -> bool {
    is_valid_ecma_regex(pattern) && has_portable_escapes(pattern) && !has_modifiers(pattern)
}

/// Returns `true` if each escape has a meaning under the flag `u`.
fn has_portable_escapes(pattern: &str) -> bool {
    let (mut rest, mut in_class) = (pattern, false);
    while let Some(at) = rest.find(['\\', '[', ']']) {
        let Some((_, found)) = rest.split_at_checked(at) else {
            return false;
        };
        let Some(escape) = found.strip_prefix('\\') else {
            in_class = found.starts_with('[') || in_class && !found.starts_with(']');
            rest = found.get(1..).unwrap_or_default();
            continue;
        };
        let Some(letter) = escape.chars().next() else {
            return false;
        };
        let is_portable = match letter {
            'p' | 'P' => property(escape).is_some_and(is_property),
            '-' => in_class,
            letter if letter.is_alphanumeric() => true,
            letter => SYNTAX_CHARACTERS.contains(letter),
        };
        if !is_portable {
            return false;
        }
        rest = escape.get(letter.len_utf8()..).unwrap_or_default();
    }
    true
}

/// Returns the property of an escape such as `p{Lu}`.
fn property(escape: &str) -> Option<&str> {
    let (property, _) = escape.get(1..)?.strip_prefix('{')?.split_once('}')?;
    Some(property)
}

fn is_property(property: &str) -> bool {
    match property.split_once('=') {
        None => has_word(CATEGORIES, property) || has_word(PROPERTIES, property),
        Some(("General_Category" | "gc", category)) => has_word(CATEGORIES, category),
        // The engine knows the scripts.
        Some(("Script" | "sc" | "Script_Extensions" | "scx", script)) => {
            script.starts_with(|letter: char| letter.is_ascii_uppercase())
        }
        Some(_) => false,
    }
}

fn has_word(words: &str, name: &str) -> bool {
    words.split(' ').any(|word| word == name)
}

/// Returns `true` for groups with flags, `(?i:a)`, which few clients know.
fn has_modifiers(pattern: &str) -> bool {
    letters(pattern).any(|(at, _)| {
        let flags = pattern.get(at..).and_then(|rest| rest.strip_prefix("(?"));
        flags.is_some_and(|flags| !flags.starts_with([':', '=', '!', '<']))
    })
}
