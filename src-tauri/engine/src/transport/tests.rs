//! The transport against pipes in memory.

use std::time::Duration;

use agent_client_protocol::Channel;
use tokio::io::{AsyncBufReadExt as _, BufReader, DuplexStream, duplex};
use tokio::sync::mpsc as queue;

use super::*;
use crate::journal::Journal;
use crate::queue::Message;

struct Bench {
    agent_out: DuplexStream,
    agent_in: BufReader<DuplexStream>,
    sdk: Channel,
    events: queue::UnboundedReceiver<Message>,
    flow: Arc<Flow>,
    _end: watch::Sender<LeaderEnd>,
}

fn bench() -> Bench {
    let (agent_out, output) = duplex(1 << 16);
    let (input, agent_in) = duplex(1 << 10);
    let (sdk, ours) = Channel::duplex();
    let (sender, events) = queue::unbounded_channel();
    let (refusals, refused) = queue::unbounded_channel();
    let (broken, _) = watch::channel(false);
    let (end, ended) = watch::channel(None);
    let flow = Arc::new(Flow::default());
    let connection = ConnectionId(1);
    let tap = Journal::default().begin(connection, "Test");
    let (frames, tx) = ours.into_parts();
    let (noise, heard) = queue::channel(1);
    tokio::spawn(crate::stderr::hold_to_rate(
        heard,
        Outlet::new(sender.clone()),
        move |line| EventKind::Noise { connection, line },
    ));
    let reader = Reader {
        connection,
        frames: tx,
        refusals,
        flow: Arc::clone(&flow),
        outlet: Outlet::new(sender),
        noise,
        tap: tap.clone(),
    };
    tokio::spawn(reader.run(output, ended));
    tokio::spawn(write(
        frames,
        refused,
        LinesOut(input),
        Arc::clone(&flow),
        tap,
        broken,
    ));
    Bench {
        agent_out,
        agent_in: BufReader::new(agent_in),
        sdk,
        events,
        flow,
        _end: end,
    }
}

const NOTE: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n";

#[tokio::test]
async fn reading_stops_while_64_messages_lie_unread() {
    let mut bench = bench();
    let mut agent_out = bench.agent_out;
    let flood = tokio::spawn(async move {
        for _ in 0..10_000 {
            agent_out.write_all(NOTE).await.unwrap();
        }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!flood.is_finished(), "the agent is held back");
    let mut seen = 0;
    while bench.sdk.rx.next().await.is_some() {
        seen += 1;
        bench.flow.taken();
        // What lies in the pipe and in the reader's hands is not counted, the queue is.
        if seen == 1 {
            let mut waiting = 0;
            while bench.sdk.rx.try_recv().is_ok() {
                waiting += 1;
            }
            assert!(waiting <= UNREAD, "{waiting} messages lay unread");
            seen += waiting;
        }
    }
    assert_eq!(seen, 10_000);
    flood.await.unwrap();
}

#[tokio::test]
async fn reading_stops_while_too_many_answers_lie_unwritten() {
    let mut bench = bench();
    tokio::spawn(async move { while bench.events.recv().await.is_some() {} });
    // An agent that asks and never reads.
    let asking = tokio::spawn(async move {
        let request = b"{\"id\":1,\"method\":\"m\"}\n";
        for _ in 0..100_000 {
            bench.agent_out.write_all(request).await.unwrap();
        }
    });
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(!asking.is_finished(), "the agent is held back");
    let unwritten = bench.flow.unwritten.load(Ordering::Acquire);
    assert!(unwritten <= UNWRITTEN, "{unwritten}");
    // Once it reads, all goes on.
    let mut line = String::new();
    bench.agent_in.read_line(&mut line).await.unwrap();
    assert!(line.contains("-32600"));
    let mut lines = 1;
    while lines < 5_000 {
        line.clear();
        bench.agent_in.read_line(&mut line).await.unwrap();
        lines += 1;
    }
    asking.abort();
}

#[tokio::test]
async fn noise_is_told_and_cut_in_length_only() {
    let mut bench = bench();
    bench.agent_out.write_all(b"starting\n").await.unwrap();
    let long = vec![b'y'; NOISE * 3];
    bench.agent_out.write_all(&long).await.unwrap();
    bench.agent_out.write_all(b"\n").await.unwrap();
    let mut told = Vec::new();
    while told.len() < 2 {
        let Some(Message::Event { kind, .. }) = bench.events.recv().await else {
            panic!("no event");
        };
        let EventKind::Noise { line, .. } = *kind else {
            panic!("{kind:?}");
        };
        told.push(line);
    }
    assert_eq!(told[0], "starting");
    assert_eq!(told[1].chars().count(), NOISE + 1);
    assert!(told[1].ends_with('…'));
}
