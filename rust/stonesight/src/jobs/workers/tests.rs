use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::*;

/// Longer than any wait that succeeds.
const LONG: Duration = Duration::from_secs(20);

/// A pool whose only worker is held until the sender is dropped or used.
fn held_pool() -> (Workers, Sender<()>, Receiver<Report<()>>) {
    let workers = Workers::new(1).unwrap();
    let (gate, opened) = channel::<()>();
    let (started, has_started) = channel();
    let (sender, reports) = channel();
    workers.spawn(i64::MIN, &sender, move |_| {
        started.send(()).unwrap();
        let _ = opened.recv();
        Some(())
    });
    has_started.recv_timeout(LONG).unwrap();
    (workers, gate, reports)
}

/// A task that runs until its token is raised.
fn until_cancelled(started: Sender<()>) -> impl FnOnce(&CancelToken) -> Option<u32> {
    move |token| {
        started.send(()).unwrap();
        while !token.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    }
}

#[test]
fn tasks_run_in_the_order_of_their_priority_and_age() {
    let (workers, gate, _held) = held_pool();
    let (sender, reports) = channel();
    let late = workers.spawn(9, &sender, |_| Some("late"));
    workers.spawn(2, &sender, |_| Some("second"));
    workers.spawn(2, &sender, |_| Some("third"));
    let first = workers.spawn(5, &sender, |_| Some("first"));
    assert!(workers.set_priority(first, 1));
    assert!(workers.set_priority(late, 3));
    drop(gate);
    for expected in ["first", "second", "third", "late"] {
        let report = reports.recv_timeout(LONG).unwrap();
        assert_eq!(report.outcome, Outcome::Done(expected));
    }
    assert!(!workers.set_priority(first, 0), "a finished task has no priority");
}

#[test]
fn a_queued_task_is_cancelled_without_running() {
    let (workers, gate, _held) = held_pool();
    let (sender, reports) = channel();
    let task = workers.spawn(0, &sender, |_| -> Option<()> { panic!("it ran") });
    workers.cancel(task);
    let report = reports.recv_timeout(LONG).unwrap();
    assert_eq!(
        report,
        Report {
            task,
            outcome: Outcome::Cancelled
        }
    );
    drop(gate);
    workers.cancel(task);
    assert!(
        reports.recv_timeout(Duration::from_millis(20)).is_err(),
        "reported twice"
    );
}

#[test]
fn a_running_task_is_asked_to_stop() {
    let workers = Workers::new(1).unwrap();
    let (started, has_started) = channel();
    let (sender, reports) = channel();
    let task = workers.spawn(0, &sender, until_cancelled(started));
    has_started.recv_timeout(LONG).unwrap();
    workers.cancel(task);
    assert_eq!(reports.recv_timeout(LONG).unwrap().outcome, Outcome::Cancelled);
    workers.spawn(0, &sender, |token| (!token.is_cancelled()).then_some(7));
    assert_eq!(reports.recv_timeout(LONG).unwrap().outcome, Outcome::Done(7));
}

#[test]
fn a_panic_is_an_outcome_and_the_worker_lives_on() {
    contain_panics_in_tests();
    let workers = Workers::new(1).unwrap();
    let (sender, reports) = channel();
    for round in 0..3 {
        workers.spawn(0, &sender, move |_| -> Option<()> { panic!("round {round}") });
        let Outcome::Panicked(message) = reports.recv_timeout(LONG).unwrap().outcome else {
            panic!("no panic was reported");
        };
        assert!(message.starts_with(&format!("round {round} (")), "{message}");
        assert!(message.contains("tests.rs:"), "{message}");
    }
    workers.spawn(0, &sender, |_| Some(()));
    assert_eq!(reports.recv_timeout(LONG).unwrap().outcome, Outcome::Done(()));
}

/// A payload that panics once more when it is dropped.
struct Spiteful;

impl Drop for Spiteful {
    fn drop(&mut self) {
        panic!("again");
    }
}

#[test]
fn a_payload_that_panics_when_dropped_is_contained_too() {
    contain_panics_in_tests();
    let workers = Workers::new(1).unwrap();
    let (sender, reports) = channel();
    workers.spawn(0, &sender, |_| -> Option<()> { std::panic::panic_any(Spiteful) });
    assert!(matches!(
        reports.recv_timeout(LONG).unwrap().outcome,
        Outcome::Panicked(_)
    ));
    workers.spawn(0, &sender, |_| Some(()));
    assert_eq!(reports.recv_timeout(LONG).unwrap().outcome, Outcome::Done(()));
}

#[test]
fn dropping_a_busy_pool_cancels_reports_and_joins() {
    for threads in [1, 2] {
        let workers = Workers::new(threads).unwrap();
        let shared = Arc::downgrade(&workers.shared);
        let (started, has_started) = channel();
        let (sender, reports) = channel();
        for _ in 0..threads {
            workers.spawn(0, &sender, until_cancelled(started.clone()));
        }
        for _ in 0..threads {
            has_started.recv_timeout(LONG).unwrap();
        }
        for _ in 0..50 {
            workers.spawn(1, &sender, |_| Some(1));
        }
        assert!(live_threads() >= threads);
        drop(workers);
        assert!(shared.upgrade().is_none(), "a thread is still alive");
        drop(sender);
        let outcomes: Vec<_> = reports.iter().map(|report| report.outcome).collect();
        assert_eq!(outcomes, vec![Outcome::Cancelled; threads + 50]);
    }
}

#[test]
fn no_task_is_lost() {
    contain_panics_in_tests();
    for threads in [1, 2, 4] {
        let workers = Workers::new(threads).unwrap();
        assert_eq!(workers.threads(), threads);
        let (sender, reports) = channel();
        let mut tasks = Vec::new();
        for index in 0..1_000u64 {
            let task = workers.spawn((index % 7) as i64, &sender, move |_| {
                assert!(index % 100 != 13, "one in a hundred");
                Some(index)
            });
            tasks.push(task);
            if index % 11 == 0 {
                workers.cancel(tasks[(index / 2) as usize]);
            }
        }
        drop(sender);
        let mut reported: Vec<_> = (0..1_000).map(|_| reports.recv_timeout(LONG).unwrap().task).collect();
        reported.sort();
        assert_eq!(reported, tasks);
        assert!(reports.recv_timeout(LONG).is_err(), "more reports than tasks");
    }
}

#[test]
fn a_receiver_that_is_gone_is_no_error() {
    let workers = Workers::new(1).unwrap();
    let (sender, reports) = channel();
    drop(reports);
    workers.spawn(0, &sender, |_| Some(()));
    let (sender, reports) = channel();
    workers.spawn(0, &sender, |_| Some(()));
    assert_eq!(reports.recv_timeout(LONG).unwrap().outcome, Outcome::Done(()));
}

/// Keeps the expected panics of these tests out of their output.
fn contain_panics_in_tests() {
    crate::jobs::contain_panics();
}
