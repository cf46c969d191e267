//! A thousand actions: forty times the same block.

use fusion_core::tool_group;

macro_rules! block {
    ($($name:ident)*) => {
        #[derive(Clone, Default)]
        pub(super) struct Block;

        /// One of many groups.
        #[tool_group(name = "block")]
        impl Block {
            $(
                /// Do one of very many things, with a number and a text.
                #[action(read_only)]
                fn $name(&self, /** A number. */ number: Option<u32>, /** A text. */ text: Option<String>) -> String {
                    format!("{} {number:?} {text:?}", stringify!($name))
                }
            )*
        }
    };
}

block! {
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi
    omega last
}

macro_rules! crowd {
    ($($name:ident)*) => {
        /// Be many.
        #[tool_group(name = "crowd")]
        #[derive(Clone, Default)]
        pub(super) struct Crowd {
            $(
                #[group]
                $name: Block,
            )*
        }
    };
}

crowd! {
    g00 g01 g02 g03 g04 g05 g06 g07 g08 g09 g10 g11 g12 g13 g14 g15 g16 g17 g18 g19
    g20 g21 g22 g23 g24 g25 g26 g27 g28 g29 g30 g31 g32 g33 g34 g35 g36 g37 g38 g39
}
