//! Frames of a byte stream: one JSON text a line. The reader turns bytes into frames, the writer turns
//! frames into bytes. Neither knows what a frame means, and both have bounds.

mod read_frames;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub(super) use read_frames::{OwnedFrame, ReadFrames};
pub(super) use reader::{Frame, FrameReader};
pub(super) use writer::{FrameSender, FrameWriter};
