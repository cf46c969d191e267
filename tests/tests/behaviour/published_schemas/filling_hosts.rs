//! Hosts that fill arguments in: the handler reads only the arguments that the model meant.

use fusion_core::{Registry, build::ForeignFields, schema::Profile, spec::Describe};
use fusion_tests::sampling::published::{Host, Published};

use super::{NONE, builder, merged, registry};

/// Checks hosts against one registry, whose profile may differ from that of `meant`, which has the same
/// tools. The schemas of `meant` determine which own values omit a field: if `null` only means omission
/// in a profile that publishes it, `meant` is the portable registry.
fn check(hosts: &[Host], meant: &Registry, target: &Registry) {
    let (meant, target) = (
        Published::from_registry(meant),
        Published::from_registry(target),
    );
    for host in hosts {
        let faults: Vec<_> = meant.faults_of_filling(*host, &target).collect();
        assert_eq!(faults, NONE, "{host:?}");
    }
}

#[test]
fn a_filled_call_is_read_as_the_call_that_was_meant() {
    let portable = registry(true);
    let as_is = builder().profile(Profile::AsIs).build().unwrap();
    let brief = builder().tool(merged::Merging).describe(Describe::Brief);
    for registry in [portable, as_is, brief.build().unwrap()] {
        let hosts = [Host::Nulls, Host::Defaults, Host::Strict];
        check(&hosts, &registry, &registry);
    }
}

#[test]
fn values_that_may_be_meant_are_ignored_on_request_alone() {
    let refusing = registry(true);
    let ignoring = builder()
        .foreign_fields(ForeignFields::Ignore)
        .tool(merged::Merging)
        .build()
        .unwrap();
    check(&[Host::Typed], &refusing, &ignoring);
    let refusing = Published::from_registry(&refusing);
    let refused = refusing.faults_of_filling(Host::Typed, &refusing).next();
    assert!(refused.is_some());
    assert_eq!(refusing.faults_of_foreign_fields(), NONE);
}
