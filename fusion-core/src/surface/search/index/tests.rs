use super::*;
use crate::surface::search::query::{QUERY_TERMS, query_terms};

fn document(key: &str, sentence: &str) -> SearchDocument {
    let mut document = SearchDocument::default();
    document.push(SearchField::Key, key);
    document.push(SearchField::Sentence, sentence);
    document
}

fn index(rows: &[(&str, &str)]) -> SearchIndex {
    let rows: Vec<_> = rows
        .iter()
        .map(|(key, sentence)| document(key, sentence))
        .collect();
    SearchIndex::new(&rows)
}

fn order(index: &SearchIndex, query: &str) -> Vec<usize> {
    index
        .find(&query_terms(query))
        .iter()
        .map(|found| found.document)
        .collect()
}

#[test]
fn the_key_counts_more_than_the_docs() {
    let index = index(&[
        ("edit", "Change an invoice that is not closed."),
        ("close", "Set an invoice to done."),
        ("list", "List invoices."),
    ]);
    assert_eq!(order(&index, "close")[0], 1);
    assert_eq!(order(&index, "closing an invoice")[0], 1);
}

#[test]
fn equal_documents_keep_the_order_of_the_list() {
    let rows = [("send", "Send a letter."); 40];
    let index = index(&rows);
    assert_eq!(order(&index, "a letter"), (0..40).collect::<Vec<_>>());
}

#[test]
fn begins_and_mistyped_words_are_found() {
    let index = index(&[("archive", "Keep."), ("notify", "Send a notification.")]);
    assert_eq!(order(&index, "arch"), [0]);
    assert_eq!(order(&index, "notif"), [1]);
    assert_eq!(order(&index, "archvie"), [0]);
    assert_eq!(order(&index, "axchixe"), [0; 0], "two letters are wrong");
    assert_eq!(order(&index, "archve"), [0]);
    assert_eq!(order(&index, "archiveddocuments"), [0]);
}

#[test]
fn a_synonym_counts_less_than_the_word() {
    let index = index(&[("drop", "A table."), ("remove", "A table.")]);
    assert_eq!(order(&index, "remove a table"), [1, 0]);
    assert_eq!(order(&index, "erase"), [0, 1]);
}

#[test]
fn words_that_say_nothing_count_only_alone() {
    let index = index(&[("a", "What is it?"), ("b", "A report.")]);
    assert_eq!(order(&index, "what is the report"), [1]);
    assert_eq!(order(&index, "what is it"), [0]);
}

#[test]
fn other_scripts_are_found_by_their_inflected_forms() {
    let index = index(&[
        ("a", "Удалить задачу из проекта"),
        ("b", "Список пользователей"),
        ("c", "課題を閉じる"),
        ("d", "ปิดงานที่ค้าง"),
    ]);
    assert_eq!(order(&index, "удаление задач")[0], 0);
    assert_eq!(order(&index, "пользователь")[0], 1);
    assert_eq!(order(&index, "課題")[0], 2);
    assert_eq!(order(&index, "ปิดงาน")[0], 3);
}

#[test]
fn nothing_finds_nothing() {
    let empty = index(&[]);
    assert!(empty.find(&query_terms("anything")).is_empty());
    let one = index(&[("a", "b")]);
    for query in ["", "  ", "?!", "zzzzzz"] {
        assert!(one.find(&query_terms(query)).is_empty(), "{query:?}");
    }
}

#[test]
fn a_long_query_costs_no_more_than_a_short_one() {
    let index = index(&[("a", "word"), ("b", "other")]);
    let query = "other ".repeat(QUERY_TERMS) + "word";
    assert_eq!(order(&index, &query), [1]);
}
