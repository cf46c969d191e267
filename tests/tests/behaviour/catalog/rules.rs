//! Changes of a catalog: which are allowed, which are refused, and the texts of the errors.

use fusion_core::catalog::{
    Catalog, CatalogError, EntityKind, Group, GroupId, LeafId, Prompt, Resource, Tool, ToolId,
};

/// `platform` with `users` and `billing`, `docs` beside it; `ban` hangs in `users` and `billing`.
struct Fixture {
    catalog: Catalog,
    platform: GroupId,
    users: GroupId,
    billing: GroupId,
    docs: GroupId,
    ban: ToolId,
}

fn fixture() -> Fixture {
    let mut catalog = Catalog::new();
    let platform = catalog.add(Group::new("platform")).unwrap();
    let docs = catalog.add(Group::new("docs")).unwrap();
    let users = catalog.add_to(platform, Group::new("users")).unwrap();
    let billing = catalog.add_to(platform, Group::new("billing")).unwrap();
    let ban = catalog.add_to(users, Tool::new("ban")).unwrap();
    assert!(catalog.attach(ban, billing).unwrap());
    Fixture {
        catalog,
        platform,
        users,
        billing,
        docs,
        ban,
    }
}

#[test]
fn what_is_refused_says_where_and_what_to_do_and_changes_nothing() {
    type Change = fn(&mut Fixture) -> Result<(), CatalogError>;
    let cases: &[(Change, &str)] = &[
        (
            |f| f.catalog.add(Group::new("")).map(drop),
            "root: a group needs a name",
        ),
        (
            |f| f.catalog.add_to(f.users, Prompt::new("")).map(drop),
            "group `platform.users`: a prompt needs a name",
        ),
        (
            |f| {
                f.catalog
                    .add_to(f.docs, Resource::new("u", "README.md"))
                    .map(drop)
            },
            "group `docs`: the resource name `README.md` contains the separator `.`: rename it, or \
             give the catalog another separator",
        ),
        (
            |f| f.catalog.add(Group::new("platform")).map(drop),
            "root: there is a group `platform` already: rename one of them",
        ),
        (
            |f| f.catalog.add_to(f.users, Tool::new("ban")).map(drop),
            "group `platform.users`: there is a tool `ban` already: rename one of them",
        ),
        (
            |f| {
                let other = f.catalog.add(Tool::new("other"))?;
                f.catalog.attach(other, f.users)?;
                let renamed = f.catalog.update(other, |tool| tool.name = "ban".to_owned());
                f.catalog.remove(other);
                renamed.map(drop)
            },
            "group `platform.users`: there is a tool `ban` already: rename one of them",
        ),
        (
            |f| {
                f.catalog
                    .update(f.users, |group| group.name = "billing".to_owned())
                    .map(drop)
            },
            "group `platform`: there is a group `billing` already: rename one of them",
        ),
        (
            |f| f.catalog.move_group(f.users, Some(f.users)).map(drop),
            "a group cannot hang below itself: users > users",
        ),
        (
            |f| {
                let deep = f.catalog.add_to(f.users, Group::new("deep"))?;
                let moved = f.catalog.move_group(f.platform, Some(deep));
                f.catalog.remove(deep);
                moved.map(drop)
            },
            "a group cannot hang below itself: platform > users > deep > platform",
        ),
        (
            |f| f.catalog.set_separator('s').map(drop),
            "root: the group name `docs` contains the separator `s`: rename it, or give the \
             catalog another separator",
        ),
        (
            |f| {
                let gone = f.catalog.add(Group::new("gone"))?;
                f.catalog.remove(gone);
                f.catalog.attach(f.ban, gone).map(drop)
            },
            "this id names no group here: it was removed, or is an id of another catalog",
        ),
    ];
    for (change, said) in cases {
        let mut fixture = fixture();
        let before = fixture.catalog.clone();
        let error = change(&mut fixture).unwrap_err();
        assert_eq!(error.to_string(), *said);
        assert_eq!(fixture.catalog, before, "{said}");
    }
}

#[test]
fn a_tool_a_prompt_a_resource_and_a_group_may_share_a_name() {
    let Fixture {
        mut catalog,
        users,
        ban,
        ..
    } = fixture();
    let group = catalog.add_to(users, Group::new("ban")).unwrap();
    let prompt = catalog.add_to(users, Prompt::new("ban")).unwrap();
    let resource = catalog.add_to(users, Resource::new("u:", "ban")).unwrap();
    assert_eq!(catalog.find("platform.users.ban"), Some(group));
    assert_eq!(catalog.find("platform.users.ban"), Some(prompt));
    assert_eq!(catalog.find("platform.users.ban"), Some(resource));
    assert_eq!(catalog.find("platform.users.ban"), Some(ban));
    for unknown in [
        "",
        ".",
        "ban",
        "users.ban",
        "platform.users.ban.",
        ".platform",
        "platform..ban",
    ] {
        assert_eq!(catalog.find::<Tool>(unknown), None, "{unknown:?}");
    }
}

#[test]
fn a_leaf_hangs_once_in_a_group_and_is_loose_when_it_hangs_in_none() {
    let Fixture {
        mut catalog,
        users,
        billing,
        docs,
        ban,
        ..
    } = fixture();
    assert_eq!(catalog.attach(ban, users), Ok(false));
    assert_eq!(catalog.detach(ban, docs), Ok(false));
    assert_eq!(catalog.detach(ban, users), Ok(true));
    assert_eq!(catalog.parents(ban).collect::<Vec<_>>(), [billing]);
    assert_eq!(catalog.loose::<Tool>().count(), 0);
    assert_eq!(catalog.detach(ban, billing), Ok(true));
    assert_eq!(catalog.loose::<Tool>().collect::<Vec<_>>(), [ban]);
    assert_eq!(catalog.qualified_names(ban), ["ban"]);
    assert_eq!(catalog.find("ban"), Some(ban));

    // A second loose entity of that name would be ambiguous.
    let other = catalog.add_to(docs, Tool::new("ban")).unwrap();
    assert_eq!(
        catalog.detach(other, docs),
        Err(CatalogError::NameTaken {
            place: "root".to_owned(),
            kind: EntityKind::Tool,
            name: "ban".to_owned(),
        })
    );
    assert_eq!(catalog.qualified_names(other), ["docs.ban"]);
    assert_eq!(catalog.attach(ban, users), Ok(true));
    assert_eq!(catalog.loose::<Tool>().count(), 0);
}

#[test]
fn removing_a_group_removes_what_hangs_nowhere_else_and_tells_all() {
    let Fixture {
        mut catalog,
        platform,
        users,
        billing,
        docs,
        ban,
    } = fixture();
    let invite = catalog.add_to(users, Prompt::new("invite")).unwrap();
    let terms = catalog
        .add_to(docs, Resource::new("file:///terms", "terms"))
        .unwrap();
    assert!(catalog.attach(terms, billing).unwrap());

    let removed = catalog.remove(platform);
    let names: Vec<_> = removed
        .groups
        .iter()
        .map(|group| group.name.as_str())
        .collect();
    assert_eq!(names, ["platform", "users", "billing"]);
    assert_eq!(removed.tools, [Tool::new("ban")]);
    assert_eq!(removed.prompts, [Prompt::new("invite")]);
    assert_eq!(removed.resources, []);
    assert_eq!(removed.kept, [LeafId::Resource(terms)]);
    assert!(!removed.is_empty());

    assert_eq!(catalog.get(ban), None);
    assert_eq!(catalog.get(invite), None);
    assert_eq!(catalog.parents(terms).collect::<Vec<_>>(), [docs]);
    assert!(catalog.remove(platform).is_empty(), "it is gone");
}

#[test]
fn an_id_is_never_given_out_twice() {
    let mut catalog = Catalog::new();
    let first = catalog.add(Tool::new("ban")).unwrap();
    catalog.remove(first);
    let second = catalog.add(Tool::new("ban")).unwrap();
    assert_ne!(first, second);
    assert_eq!(catalog.get(first), None);
    assert_eq!(catalog.find("ban"), Some(second));
    assert_eq!(format!("{first:?} {second:?}"), "tool#0 tool#1");
}

#[test]
fn groups_move_with_all_below_them_and_keep_their_turn_where_they_stay() {
    let Fixture {
        mut catalog,
        platform,
        users,
        billing,
        docs,
        ban,
    } = fixture();
    assert_eq!(
        catalog.move_group(users, Some(platform)),
        Ok(Some(platform))
    );
    assert_eq!(
        catalog.children::<Group>(platform).collect::<Vec<_>>(),
        [users, billing]
    );
    assert_eq!(catalog.move_group(platform, Some(docs)), Ok(None));
    assert_eq!(
        catalog.qualified_names(ban),
        ["docs.platform.users.ban", "docs.platform.billing.ban"]
    );
    assert_eq!(
        catalog.ancestors(users).collect::<Vec<_>>(),
        [platform, docs]
    );
    assert_eq!(catalog.root_of(users), Some(docs));
    assert_eq!(catalog.root_of(docs), Some(docs));
    assert_eq!(catalog.move_group(users, None), Ok(Some(platform)));
    assert_eq!(catalog.roots().collect::<Vec<_>>(), [docs, users]);
    assert_eq!(
        catalog.walk().collect::<Vec<_>>(),
        [(0, docs), (1, platform), (2, billing), (0, users)]
    );
    assert_eq!(
        catalog.walk_from(platform).collect::<Vec<_>>(),
        [(0, platform), (1, billing)]
    );
}

#[test]
fn groups_hang_32_deep_and_no_deeper_however_they_come_there() {
    fn chain(catalog: &mut Catalog, length: usize) -> Result<(GroupId, GroupId), CatalogError> {
        let top = catalog.add(Group::new(format!("top{length}")))?;
        let mut last = top;
        for _ in 1..length {
            last = catalog.add_to(last, Group::new("g"))?;
        }
        Ok((top, last))
    }
    let mut catalog = Catalog::new();
    assert!(chain(&mut catalog, 33).is_err());
    let (_, end) = chain(&mut catalog, 30).unwrap();
    let (three, _) = chain(&mut catalog, 3).unwrap();
    let (two, _) = chain(&mut catalog, 2).unwrap();
    let refused = catalog.move_group(three, Some(end)).unwrap_err();
    assert!(
        matches!(refused, CatalogError::TooDeep { limit: 32, .. }),
        "{refused}"
    );
    assert_eq!(catalog.move_group(two, Some(end)), Ok(None));

    // The deepest tree is JSON that serde_json reads.
    let top = catalog.find::<Group>("top30").unwrap();
    let text = serde_json::to_string(&catalog.tree(top).unwrap()).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    let mut other = Catalog::new();
    let again = other.add_tree(None, read).unwrap();
    assert_eq!(other.tree(again), catalog.tree(top));
    assert_eq!(other.walk().map(|(depth, _)| depth + 1).max(), Some(32));
}

#[test]
fn another_separator_writes_and_finds_other_names() {
    let Fixture {
        mut catalog, ban, ..
    } = fixture();
    assert_eq!(catalog.set_separator('/'), Ok('.'));
    assert_eq!(
        catalog.qualified_names(ban),
        ["platform/users/ban", "platform/billing/ban"]
    );
    assert_eq!(catalog.find("platform/billing/ban"), Some(ban));
    assert_eq!(catalog.find::<Tool>("platform.billing.ban"), None);
}

#[test]
fn a_change_that_panics_changes_nothing() {
    let Fixture {
        mut catalog, ban, ..
    } = fixture();
    let before = catalog.clone();
    let change = std::panic::AssertUnwindSafe(|| {
        catalog.update(ban, |tool| {
            tool.name = "half".to_owned();
            panic!("in the middle");
        })
    });
    assert!(std::panic::catch_unwind(change).is_err());
    assert_eq!(catalog, before);
}
