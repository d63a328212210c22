//! Server-sent events, as far as this protocol uses them: the data of each event is one message.

use crate::transport::Line;

/// How much of an event over the limit is kept.
const KEPT: usize = 4 << 10;

/// Splits a stream into events. What an event holds beside its data is left out.
pub(super) struct Events {
    limit: usize,
    /// The line that is being read.
    line: Vec<u8>,
    /// The line is longer than the limit; the rest of it is skipped.
    long: bool,
    data: Vec<u8>,
    /// The event has data, be it empty.
    has_data: bool,
    /// All bytes of the event's data, also those that are skipped.
    bytes: u64,
    /// The last line ended with a carriage return: a line feed that follows belongs to it.
    returned: bool,
}

impl Events {
    /// Events whose data is at most `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            long: false,
            data: Vec::new(),
            has_data: false,
            bytes: 0,
            returned: false,
        }
    }

    /// Takes bytes from `fresh` up to the end of the next event, if one ends there; gives its data.
    pub(super) fn next(&mut self, fresh: &mut &[u8]) -> Option<Line> {
        if std::mem::take(&mut self.returned) && fresh.first() == Some(&b'\n') {
            *fresh = &fresh[1..];
        }
        while let Some(end) = fresh.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = fresh.split_at(end);
            self.add(line);
            let returned = rest[0] == b'\r';
            *fresh = &rest[1..];
            if returned && fresh.first() == Some(&b'\n') {
                *fresh = &fresh[1..];
            } else {
                self.returned = returned && fresh.is_empty();
            }
            if let Some(event) = self.line_ended() {
                return Some(event);
            }
        }
        self.add(fresh);
        *fresh = &[];
        None
    }

    fn add(&mut self, part: &[u8]) {
        if self.long {
            self.bytes += part.len() as u64;
        } else if self.line.len() + part.len() <= self.limit + b"data: ".len() {
            self.line.extend_from_slice(part);
        } else {
            self.long = true;
            let room = KEPT.saturating_sub(self.line.len()).min(part.len());
            self.bytes += (self.line.len() + part.len()) as u64;
            self.line.extend_from_slice(&part[..room]);
            self.line.truncate(KEPT);
            self.line.shrink_to_fit();
        }
    }

    fn line_ended(&mut self) -> Option<Line> {
        let line = std::mem::take(&mut self.line);
        let long = std::mem::take(&mut self.long);
        if line.is_empty() {
            return self.event_ended();
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
        let Some(value) = line.strip_prefix(b"data") else {
            if long {
                // It was no data after all.
                self.bytes = self.data.len() as u64;
            }
            return None;
        };
        let value = match value {
            [] => value,
            [b':', b' ', value @ ..] | [b':', value @ ..] => value,
            // A field of another name that begins alike.
            _ => return None,
        };
        if std::mem::replace(&mut self.has_data, true) && self.bytes <= self.limit as u64 {
            self.data.push(b'\n');
        }
        if !long {
            self.bytes += value.len() as u64 + 1;
        }
        if self.bytes > self.limit as u64 + 1 {
            let room = KEPT.saturating_sub(self.data.len()).min(value.len());
            self.data.extend_from_slice(&value[..room]);
            self.data.truncate(KEPT);
            self.data.shrink_to_fit();
        } else {
            self.data.extend_from_slice(value);
        }
        None
    }

    fn event_ended(&mut self) -> Option<Line> {
        let data = std::mem::take(&mut self.data);
        let bytes = std::mem::take(&mut self.bytes);
        self.has_data = false;
        if bytes > self.limit as u64 + 1 {
            return Some(Line::TooLong { start: data, bytes });
        }
        (!data.is_empty()).then_some(Line::Whole(data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of a text, read in pieces of each size.
    fn check(text: &str, limit: usize, expected: &[Line]) {
        for size in [1, 2, 3, 7, text.len().max(1)] {
            let mut events = Events::new(limit);
            let mut got = Vec::new();
            for mut piece in text.as_bytes().chunks(size) {
                while let Some(event) = events.next(&mut piece) {
                    got.push(event);
                }
            }
            assert_eq!(got, expected, "{text:?} in pieces of {size}");
        }
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn the_data_of_an_event_is_a_message() {
        check("", 10, &[]);
        check("data: a\n\n", 10, &[whole("a")]);
        check("data:a\r\n\r\ndata: b\r\r", 10, &[whole("a"), whole("b")]);
        check("data: a\ndata: b\n\n", 10, &[whole("a\nb")]);
        check("\u{feff}data: a\n\n", 10, &[whole("a")]);
        check(
            ": hello\nevent: message\nid: 7\nretry: 1\ndata: a\n\n\n\n",
            10,
            &[whole("a")],
        );
        check("event: nothing\n\n", 10, &[]);
        check("data\n\n", 10, &[]);
        check("dating: a\n\ndata: b\n\n", 10, &[whole("b")]);
    }

    #[test]
    fn an_event_without_an_end_is_none() {
        check("data: a\n\ndata: b\n", 10, &[whole("a")]);
    }

    #[test]
    fn an_event_over_the_limit_is_skipped_and_the_next_is_read() {
        let long = "x".repeat(40);
        let text = format!("data: {long}\n\ndata: next\n\n");
        for size in [1, 5, text.len()] {
            let mut events = Events::new(20);
            let mut got = Vec::new();
            for mut piece in text.as_bytes().chunks(size) {
                while let Some(event) = events.next(&mut piece) {
                    got.push(event);
                }
            }
            let [Line::TooLong { start, bytes }, next] = got.as_slice() else {
                panic!("{got:?}");
            };
            assert!(start.iter().all(|byte| *byte == b'x') && *bytes >= 40);
            assert_eq!(next, &whole("next"));
        }
    }

    #[test]
    fn many_lines_of_one_event_do_not_grow_without_end() {
        let mut events = Events::new(1 << 20);
        let line = format!("data: {}\n", "x".repeat(1 << 16));
        for _ in 0..200 {
            assert_eq!(events.next(&mut line.as_bytes()), None);
        }
        assert!(
            events.data.capacity() <= 1 << 22,
            "{}",
            events.data.capacity()
        );
        assert!(events.data.len() <= 1 << 20);
        assert!(matches!(
            events.next(&mut "\n".as_bytes()),
            Some(Line::TooLong { bytes, .. }) if bytes >= 200 << 16
        ));
    }
}
