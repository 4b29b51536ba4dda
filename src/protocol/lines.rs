//! Lines of an input that may have no end, none of them held in memory beyond a bound.

use std::io::{self, BufRead, ErrorKind};

/// A line with its line break, if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputLine {
    /// The line, or as much of it as is kept.
    pub bytes: Vec<u8>,
    /// It was longer than that: the rest was read and thrown away.
    pub is_cut: bool,
}

/// The next line, of which at most so many bytes are kept; none at the end of the input.
pub fn next_line(reader: &mut dyn BufRead, most: usize) -> io::Result<Option<InputLine>> {
    let mut line = InputLine { bytes: Vec::new(), is_cut: false };
    let mut is_begun = false;
    loop {
        let available = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() {
            return Ok(is_begun.then_some(line));
        }
        is_begun = true;
        let end = available.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
        let read = end.unwrap_or(available.len());
        let kept = read.min(most - line.bytes.len());
        line.bytes.extend_from_slice(&available[..kept]);
        line.is_cut |= kept < read;
        reader.consume(read);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    #[test]
    fn a_line_is_cut_where_it_is_too_long_and_the_next_one_follows() {
        let mut input: &[u8] = b"short\nfar too long\n\nend";
        let mut next = || next_line(&mut input, 6).expect("readable").map(|line| (line.bytes, line.is_cut));
        assert_eq!(next(), Some((b"short\n".to_vec(), false)));
        assert_eq!(next(), Some((b"far to".to_vec(), true)));
        assert_eq!(next(), Some((b"\n".to_vec(), false)));
        assert_eq!(next(), Some((b"end".to_vec(), false)));
        assert_eq!(next(), None);
    }

    #[test]
    fn of_a_line_without_end_no_more_than_the_bound_is_held() {
        let mut input = BufReader::new(io::repeat(b'x').take(50 << 20).chain(&b"\nnext"[..]));
        let line = next_line(&mut input, 1_000).expect("readable").expect("a line");
        assert!(line.is_cut && line.bytes.len() == 1_000 && line.bytes.capacity() < 10_000);
        let line = next_line(&mut input, 1_000).expect("readable").expect("a line");
        assert_eq!(line, InputLine { bytes: b"next".to_vec(), is_cut: false });
    }
}
