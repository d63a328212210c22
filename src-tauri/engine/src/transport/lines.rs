//! Lines of a stream, with a limit on their length and an end soon after the process's own.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

/// When the process ended that writes the stream, if it has.
pub(crate) type LeaderEnd = Option<Instant>;

/// How long a stream may be silent after the process has ended: a child may hold it open for ever.
const SILENCE: Duration = Duration::from_millis(250);
/// How long such a stream is read at all.
const AFTERMATH: Duration = Duration::from_secs(5);
/// How much is read at once.
const CHUNK: usize = 64 << 10;
/// How much of a line over the limit is kept.
const KEPT: usize = 4 << 10;

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// All of it.
    Whole(Vec<u8>),
    /// It is longer than the limit.
    TooLong {
        /// Its beginning.
        start: Vec<u8>,
        /// Its whole length.
        bytes: u64,
    },
}

/// Splits a stream into lines. Empty ones are left out.
pub(crate) struct Lines<R> {
    source: R,
    limit: usize,
    end: watch::Receiver<LeaderEnd>,
    chunk: Vec<u8>,
    at: usize,
    filled: usize,
    line: Vec<u8>,
    length: u64,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Lines of at most `limit` bytes.
    pub(crate) fn new(source: R, limit: usize, end: watch::Receiver<LeaderEnd>) -> Self {
        Self {
            source,
            limit,
            end,
            chunk: vec![0; CHUNK],
            at: 0,
            filled: 0,
            line: Vec::new(),
            length: 0,
        }
    }

    /// The next line; none when the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<Line> {
        loop {
            let fresh = &self.chunk[self.at..self.filled];
            let end = fresh.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(fresh.len());
            self.take(taken);
            if end.is_some() {
                self.at += 1;
                if let Some(line) = self.finish() {
                    return Some(line);
                }
            } else {
                self.at = 0;
                self.filled = self.read().await;
                if self.filled == 0 {
                    return self.finish();
                }
            }
        }
    }

    /// Moves bytes from the chunk to the line.
    fn take(&mut self, count: usize) {
        let part = &self.chunk[self.at..self.at + count];
        self.at += count;
        let was_within = self.length <= self.limit as u64;
        self.length += count as u64;
        if self.length <= self.limit as u64 {
            self.line.extend_from_slice(part);
        } else if was_within {
            // From here on only the beginning counts, and what was kept is given back at once.
            self.line.extend_from_slice(part);
            self.line.truncate(KEPT);
            self.line.shrink_to_fit();
        }
    }

    fn finish(&mut self) -> Option<Line> {
        let mut line = std::mem::take(&mut self.line);
        let bytes = std::mem::take(&mut self.length);
        if bytes > self.limit as u64 {
            return Some(Line::TooLong { start: line, bytes });
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        (!line.is_empty()).then_some(Line::Whole(line))
    }

    /// Fills the chunk; 0 is the end.
    async fn read(&mut self) -> usize {
        loop {
            let ended = *self.end.borrow_and_update();
            if let Some(at) = ended {
                let reading = timeout(SILENCE, self.source.read(&mut self.chunk));
                return match timeout_at(at + AFTERMATH, reading).await {
                    Ok(Ok(Ok(count))) => count,
                    _ => 0,
                };
            }
            tokio::select! {
                read = self.source.read(&mut self.chunk) => return read.unwrap_or(0),
                changed = self.end.changed() => {
                    if changed.is_err() {
                        // Nobody is left who could say that the process has ended.
                        return self.source.read(&mut self.chunk).await.unwrap_or(0);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt as _;

    use super::*;

    async fn check(input: &[u8], limit: usize, expected: &[Line]) {
        let (_keep, end) = watch::channel(None);
        let mut lines = Lines::new(input, limit, end);
        let mut got = Vec::new();
        while let Some(line) = lines.next().await {
            got.push(line);
        }
        assert_eq!(got, expected, "{:?}", String::from_utf8_lossy(input));
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn lines_end_with_a_line_feed_or_with_the_stream() {
        check(b"", 10, &[]).await;
        check(b"a\nb", 10, &[whole("a"), whole("b")]).await;
        check(b"\n\r\na\r\n\n", 10, &[whole("a")]).await;
        check(b"0123456789\n", 10, &[whole("0123456789")]).await;
    }

    #[tokio::test]
    async fn a_line_over_the_limit_is_told_with_its_beginning_and_the_next_is_read() {
        let long = vec![b'x'; 3 * CHUNK];
        let mut input = long.clone();
        input.extend_from_slice(b"\nnext\n");
        let start = long[..KEPT].to_vec();
        let bytes = long.len() as u64;
        check(
            &input,
            CHUNK,
            &[Line::TooLong { start, bytes }, whole("next")],
        )
        .await;
    }

    #[tokio::test]
    async fn an_endless_line_does_not_grow_in_memory() {
        let (_keep, end) = watch::channel(None);
        let (mut far, near) = tokio::io::duplex(CHUNK);
        tokio::spawn(async move {
            let block = vec![b'x'; CHUNK];
            for _ in 0..200 {
                far.write_all(&block).await.unwrap();
            }
            far.write_all(b"\n").await.unwrap();
        });
        let mut lines = Lines::new(near, CHUNK, end);
        let line = lines.next().await;
        assert!(lines.line.capacity() <= KEPT);
        assert!(matches!(line, Some(Line::TooLong { bytes, .. }) if bytes == 200 * CHUNK as u64));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_that_is_held_open_ends_soon_after_the_process() {
        let (tell, end) = watch::channel(None);
        let (mut far, near) = tokio::io::duplex(64);
        far.write_all(b"last words\n").await.unwrap();
        let mut lines = Lines::new(near, 64, end);
        let reading = tokio::spawn(async move { (lines.next().await, lines.next().await) });
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(!reading.is_finished());
        tell.send_replace(Some(Instant::now()));
        let began = Instant::now();
        assert_eq!(reading.await.unwrap(), (Some(whole("last words")), None));
        assert!(began.elapsed() <= SILENCE * 2);
        drop(far);
    }

    #[tokio::test(start_paused = true)]
    async fn a_child_that_goes_on_writing_is_not_read_for_ever() {
        let (tell, end) = watch::channel(None);
        let (mut far, near) = tokio::io::duplex(64);
        let writing = tokio::spawn(async move {
            while far.write_all(b"still here\n").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        let mut lines = Lines::new(near, 64, end);
        tell.send_replace(Some(Instant::now()));
        let began = Instant::now();
        while lines.next().await.is_some() {}
        assert!(began.elapsed() <= AFTERMATH + SILENCE);
        drop(lines);
        writing.await.unwrap();
    }
}
