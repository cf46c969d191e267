//! The keys in a filter are those of the registry, wherever the filter is set.

use fusion_core::{BuildErrors, Exposition, Filter, Registry, Server, server_info};

use super::{
    names,
    variants::{Clock, whole},
};

fn registry() -> Registry {
    let builder = Registry::builder().tool(whole::desk()).tool(Clock);
    builder.build().unwrap()
}

#[test]
fn a_filter_that_names_nothing_is_a_mistake_wherever_it_is_set() {
    let filter = Filter::except(["desk:issues.purge", "desk/isues.list", "clock.now"])
        .and(Filter::only(["desk/*", "clock/now"]))
        .and(Filter::without_tags(["public"]));
    let told = [
        "a filter names `desk/*`, and a filter takes no patterns: name each action, or filter by tags",
        "a filter names `clock.now`: write `clock/now`",
        "a filter names `desk/isues.list`, which is no action, prompt or resource of the registry; did you mean `desk/issues.list`?",
        "a filter names `desk:issues.purge`: write `desk/issues.purge`",
    ]
    .join("\n");
    let told = Some(told);
    let error = |errors: Option<BuildErrors>| errors.map(|errors| errors.to_string());
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry().view(exposition).unwrap();
        assert_eq!(error(view.filtered(&filter).err()), told);
    }
    let server = Server::new(registry(), server_info!());
    assert_eq!(error(server.filter(&filter).err()), told);
    assert_eq!(error(registry().mount().filter(&filter).err()), told);
}

#[test]
fn what_an_earlier_filter_hides_may_be_named_by_a_later_one() {
    let view = registry().view(Exposition::Flat).unwrap();
    let view = view.filtered(&Filter::only(["clock/now"])).unwrap();
    let view = view.filtered(&Filter::except(["desk/issues.purge"]));
    assert_eq!(names(&view.unwrap()), ["clock_now"]);
}
