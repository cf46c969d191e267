//! The number of calls of this thread by the form in which their arguments were read.

use std::cell::Cell;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forms {
    pub(crate) lists: usize,
    pub(crate) maps: usize,
}

thread_local! {
    static FORMS: Cell<Forms> = const { Cell::new(Forms { lists: 0, maps: 0 }) };
}

pub(in crate::args) fn count_list() {
    let forms = FORMS.get();
    FORMS.set(Forms {
        lists: forms.lists + 1,
        ..forms
    });
}

pub(in crate::args) fn count_map() {
    let forms = FORMS.get();
    FORMS.set(Forms {
        maps: forms.maps + 1,
        ..forms
    });
}

/// Returns the numbers since the last call.
pub(crate) fn take() -> Forms {
    FORMS.take()
}
