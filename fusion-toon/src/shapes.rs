//! The shapes of the objects of a document. Objects of one shape are rows of one table.
//!
//! A shape is a node of a trie whose edges are (key, shape of the value): two objects have the same
//! shape exactly if their last field leads to the same node. Each field costs one comparison with
//! the edge taken last, however deeply tables are nested.

mod edges;

use crate::{
    error::{Error, ErrorKind},
    name::{Key, Name, Names},
};

use edges::Edges;

/// The shape of a value. For an object it is the trie node of its last field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape(u32);

impl Shape {
    /// A string, a number, a boolean or null, which fits into a cell.
    pub(crate) const CELL: Self = Self(u32::MAX);
    /// An array, an empty object, or an object that contains one of these.
    pub(crate) const OPAQUE: Self = Self(u32::MAX - 1);
    /// An object without any field so far.
    pub(crate) const EMPTY: Self = Self(0);
    const LAST: u32 = u32::MAX - 2;

    /// Returns true if an object of this shape can be a row.
    pub(crate) fn is_row(self) -> bool {
        self.0 <= Self::LAST && self != Self::EMPTY
    }
}

/// Up to this number of names are compared pairwise; more names are sorted.
const FEW: usize = 12;

/// A trie node, with the last edge on the path to it.
struct Node {
    before: Shape,
    name: Name,
    value: Shape,
    /// The first edge from this node; the others are in `Shapes::edges`.
    next: Option<Shape>,
    /// The edge other than `next` that was taken last. Rows that contain an object begin with two
    /// edges in turn.
    other: Option<Shape>,
    /// The shape that represents all shapes with the same keys in any order.
    class: Shape,
    cells: usize,
    is_opaque: bool,
    /// All keys on the path to this node are known to differ.
    is_distinct: bool,
}

/// One field of a shape.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: Shape,
}

pub(crate) struct Shapes {
    nodes: Vec<Node>,
    names: Names,
    edges: Edges,
}

impl Shapes {
    pub(crate) fn new() -> Self {
        let root = Node {
            before: Shape::EMPTY,
            name: Name::Static(""),
            value: Shape::CELL,
            next: None,
            other: None,
            class: Shape::EMPTY,
            cells: 0,
            is_opaque: true,
            is_distinct: true,
        };
        let mut nodes = Vec::with_capacity(16);
        nodes.push(root);
        Self {
            nodes,
            names: Names::default(),
            edges: Edges::default(),
        }
    }

    /// Returns the shape after one more field.
    #[inline]
    pub(crate) fn step(&mut self, from: Shape, key: Key<'_>, value: Shape) -> Result<Shape, Error> {
        let Node { next, other, .. } = *self.node(from);
        if let Some(next) = next
            && self.is_edge(next, key, value)
        {
            return Ok(next);
        }
        if let Some(other) = other
            && self.is_edge(other, key, value)
        {
            return Ok(other);
        }
        self.branch(from, key, value)
    }

    /// Finds or adds an edge that is neither the first nor the last taken of its node.
    #[inline(never)]
    fn branch(&mut self, from: Shape, key: Key<'_>, value: Shape) -> Result<Shape, Error> {
        if self.node(from).next.is_none() {
            let added = self.add(from, key, value)?;
            self.nodes[from.0 as usize].next = Some(added);
            return Ok(added);
        }
        let hash = self.edges.hash(from.0, key.text(), value.0);
        if let Some(known) = self.edges.get(hash).map(Shape)
            && self.node(known).before == from
            && self.is_edge(known, key, value)
        {
            self.nodes[from.0 as usize].other = Some(known);
            return Ok(known);
        }
        // Another edge with the same hash is overwritten. That only costs a second node later:
        // equality of shapes does not depend on a minimal trie (see `same_class`).
        let added = self.add(from, key, value)?;
        self.edges.insert(hash, added.0);
        self.nodes[from.0 as usize].other = Some(added);
        Ok(added)
    }

    #[inline]
    fn is_edge(&self, edge: Shape, key: Key<'_>, value: Shape) -> bool {
        let node = self.node(edge);
        node.value == value && self.names.matches(node.name, key)
    }

    fn add(&mut self, before: Shape, key: Key<'_>, value: Shape) -> Result<Shape, Error> {
        let added = u32::try_from(self.nodes.len()).ok().map(Shape);
        let added = added
            .filter(|shape| shape.is_row())
            .ok_or_else(|| Error::new(ErrorKind::Custom("too many different objects".into())))?;
        let name = self.names.add(key);
        let from = self.node(before);
        let is_opaque = value == Shape::OPAQUE || (from.is_opaque && before != Shape::EMPTY);
        let more = if value.is_row() {
            self.node(value).cells
        } else {
            1
        };
        let cells = from.cells.saturating_add(more);
        self.nodes.push(Node {
            before,
            name,
            value,
            next: None,
            other: None,
            class: added,
            cells,
            is_opaque,
            is_distinct: false,
        });
        Ok(added)
    }

    /// Returns the shape of an object whose last field led to `end`.
    #[inline]
    pub(crate) fn close(&self, end: Shape) -> Shape {
        if self.node(end).is_opaque {
            Shape::OPAQUE
        } else {
            end
        }
    }

    /// Returns true if no key occurs twice on the path.
    #[inline]
    pub(crate) fn is_distinct(&mut self, end: Shape) -> bool {
        self.node(end).is_distinct || self.check_distinct(end)
    }

    #[inline(never)]
    fn check_distinct(&mut self, end: Shape) -> bool {
        let names = || self.fields(end).map(|field| field.name);
        let distinct = if names().nth(FEW).is_none() {
            let once = |(index, name)| names().skip(index + 1).all(|other| other != name);
            names().enumerate().all(once)
        } else {
            let mut names: Vec<&str> = names().collect();
            names.sort_unstable();
            names.windows(2).all(|pair| pair[0] != pair[1])
        };
        self.nodes[end.0 as usize].is_distinct = distinct;
        distinct
    }

    /// Returns true if two rows have the same keys in any order, with values of the same kinds.
    #[inline]
    pub(crate) fn same_class(&mut self, one: Shape, other: Shape) -> bool {
        one == other || self.compare_classes(one, other)
    }

    fn compare_classes(&mut self, one: Shape, other: Shape) -> bool {
        if !one.is_row() || !other.is_row() {
            return false;
        }
        let class = self.node(one).class;
        if class == self.node(other).class {
            return true;
        }
        let ours = self.sorted_shapes(one);
        let theirs = self.sorted_shapes(other);
        let same = ours.len() == theirs.len()
            && ours
                .iter()
                .zip(&theirs)
                .all(|(&ours, &theirs)| self.name(ours) == self.name(theirs));
        let same = same
            && ours.iter().zip(&theirs).all(|(&ours, &theirs)| {
                let (ours, theirs) = (self.node(ours).value, self.node(theirs).value);
                self.same_class(ours, theirs)
            });
        if same {
            self.nodes[other.0 as usize].class = class;
        }
        same
    }

    /// Returns the edges on the path to a shape, sorted by key.
    fn sorted_shapes(&self, end: Shape) -> Vec<Shape> {
        let mut path: Vec<Shape> = self.path_to(end).collect();
        path.sort_unstable_by_key(|&edge| self.name(edge));
        path
    }

    /// Returns the edges on the path to a shape, from the last to the first.
    fn path_to(&self, end: Shape) -> impl Iterator<Item = Shape> {
        std::iter::successors(Some(end), |&edge| Some(self.node(edge).before))
            .take_while(|&edge| edge != Shape::EMPTY)
    }

    /// Returns the fields of an object, from the last to the first.
    pub(crate) fn fields(&self, end: Shape) -> impl Iterator<Item = Field<'_>> {
        self.path_to(end).map(|edge| Field {
            name: self.name(edge),
            value: self.node(edge).value,
        })
    }

    /// Returns the key of the last edge on the path to a shape.
    fn name(&self, edge: Shape) -> &str {
        self.names.text(self.node(edge).name)
    }

    /// Returns the number of cells of a row.
    pub(crate) fn cells(&self, row: Shape) -> usize {
        self.node(row).cells
    }

    #[inline]
    fn node(&self, shape: Shape) -> &Node {
        &self.nodes[shape.0 as usize]
    }
}
