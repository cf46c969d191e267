use super::super::text_tools::{
    fold, is_slip, plural, segments, sentences, similar, similar_before,
};

#[test]
fn a_name_has_the_same_words_in_every_style() {
    for name in [
        "get_user2",
        "get-user2",
        "getUser2",
        "GetUser2",
        "get.user2",
    ] {
        assert_eq!(segments(name), ["get", "user2"], "{name}");
    }
    assert_eq!(segments("_a__b_"), ["a", "b"]);
    assert_eq!(segments(""), [""; 0]);
}

#[test]
fn names_are_similar_by_case_separators_and_plurals_only() {
    for (a, b) in [
        ("user_id", "userId"),
        ("user_id", "userid"),
        ("get_user", "get_users"),
        ("users.get", "user.get"),
        ("list_box", "list_boxes"),
        ("entry", "entries"),
    ] {
        assert!(similar(a, b) && similar(b, a), "{a} {b}");
    }
    for (a, b) in [
        ("list", "list"),
        ("open", "close"),
        ("get_user", "get_uses"),
        ("a.bc", "ab.c"),
        ("is", "iss"),
        ("user", "user_s"),
        ("attach", "detach"),
    ] {
        assert!(!similar(a, b) && !similar(b, a), "{a} {b}");
    }
    assert!(plural("cat", "cats") && !plural("cat", "cat") && !plural("a", "as"));
}

#[test]
fn no_similar_name_is_missed_by_comparing_those_that_share_a_key() {
    let words = [
        "user", "users", "User", "use", "uses", "entry", "entries", "ies", "box", "boxes", "yes",
        "case", "cases", "cas", "is", "iss", "bus", "buses", "busses", "id",
    ];
    let mut names: Vec<String> = words.map(str::to_owned).to_vec();
    for (a, b) in words.iter().flat_map(|a| words.map(|b| (a, b))) {
        names.extend([format!("{a}_{b}"), format!("{a}{b}"), format!("{a}.{b}")]);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all_pairs = names.iter().enumerate().map(|(index, name)| {
        let before = (0..index).filter(|before| similar(names[*before], name));
        before.collect::<Vec<_>>()
    });
    assert_eq!(similar_before(&names), all_pairs.collect::<Vec<_>>());
}

#[test]
fn a_slip_is_one_letter_of_a_long_word() {
    for (a, b) in [
        ("recieve", "receive"),
        ("member", "membr"),
        ("member", "membar"),
        ("number", "numbers"),
    ] {
        assert!(is_slip(a, b) && is_slip(b, a), "{a} {b}");
    }
    for (a, b) in [
        ("member", "member"),
        ("member", "mabmer"),
        ("open", "oven"),
        ("build1", "build2"),
        ("number", "numberss"),
        ("letters", "members"),
    ] {
        assert!(!is_slip(a, b) && !is_slip(b, a), "{a} {b}");
    }
}

#[test]
fn prose_is_folded_to_its_words() {
    assert_eq!(fold("The member's  `name`."), "members name");
    assert_eq!(fold("A Member’s name"), "members name");
    assert_eq!(fold(" — "), "");
}

#[test]
fn sentences_end_where_the_first_one_does() {
    assert_eq!(
        sentences("One. Two\nlines!\n\n- three\n- four."),
        ["One", "Two lines!", "- three", "- four"]
    );
    assert_eq!(sentences(" \n "), [""; 0]);
}
