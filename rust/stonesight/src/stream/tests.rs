use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use glam::DVec3;

use super::*;
use crate::jobs::{CancelToken, Workers, contain_panics};
use crate::lattice::{ChunkKey, hash, unit};

mod levels;
mod tickets;

/// A stream of keys that notes the order in which they are made.
struct Rig {
    workers: Workers,
    stream: Stream<Leaf>,
    made: Arc<Mutex<Vec<ChunkKey>>>,
    loaded: BTreeSet<ChunkKey>,
    leaves: BTreeMap<ChunkKey, Leaf>,
    exchanges: usize,
    solid: BTreeSet<ChunkKey>,
    failed: BTreeMap<ChunkKey, usize>,
}

impl Rig {
    fn new(threads: usize, settings: Settings) -> Self {
        Self::with(threads, settings, |_, _| Some(()))
    }

    fn with(
        threads: usize,
        settings: Settings,
        make: impl Fn(ChunkKey, &CancelToken) -> Option<()> + Send + Sync + 'static,
    ) -> Self {
        let made = Arc::new(Mutex::new(Vec::new()));
        let note = Arc::clone(&made);
        let stream = Stream::new(
            Arc::new(move |leaf: Leaf, token: &CancelToken| {
                make(leaf.key, token)?;
                note.lock().unwrap().push(leaf.key);
                Some(leaf)
            }),
            settings,
        );
        Self {
            workers: Workers::new(threads).unwrap(),
            stream,
            made,
            loaded: BTreeSet::new(),
            leaves: BTreeMap::new(),
            exchanges: 0,
            solid: BTreeSet::new(),
            failed: BTreeMap::new(),
        }
    }

    /// One frame; checks that the events of every chunk come in their order.
    fn frame(&mut self, viewers: &[Viewer]) {
        self.stream.update(&self.workers, viewers);
        while let Some(event) = self.stream.next_event() {
            match event {
                Event::Loaded(key, chunk) => self.load(key, &chunk),
                Event::Solid(key, _) => {
                    assert!(self.loaded.contains(&key), "{key:?} is solid before it is loaded");
                    assert!(self.solid.insert(key), "{key:?} became solid twice");
                }
                Event::Loose(key) => assert!(self.solid.remove(&key), "{key:?} was not solid"),
                Event::Unloaded(key) => {
                    assert!(!self.solid.contains(&key), "{key:?} is unloaded while solid");
                    assert!(self.loaded.remove(&key), "{key:?} was not loaded");
                    self.leaves.remove(&key);
                }
                Event::Replaced { gone, come } => {
                    self.exchanges += 1;
                    for key in gone {
                        self.solid.remove(&key);
                        self.leaves.remove(&key);
                        assert!(self.loaded.remove(&key), "{key:?} was not loaded");
                    }
                    for Coming { key, chunk, solid } in come {
                        self.load(key, &chunk);
                        if solid {
                            self.solid.insert(key);
                        }
                    }
                }
                Event::Failed(key, _) => *self.failed.entry(key).or_default() += 1,
            }
        }
    }

    fn load(&mut self, key: ChunkKey, leaf: &Leaf) {
        assert_eq!(key, leaf.key);
        assert!(self.loaded.insert(key), "{key:?} was loaded twice");
        self.leaves.insert(key, *leaf);
    }

    fn settle(&mut self, viewers: &[Viewer]) {
        let start = Instant::now();
        loop {
            self.frame(viewers);
            if self.stream.is_idle() {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "the stream never settles");
            std::thread::yield_now();
        }
    }

    fn order(&self) -> Vec<ChunkKey> {
        self.made.lock().unwrap().clone()
    }
}

fn viewer(position: DVec3) -> Viewer {
    Viewer {
        position,
        velocity: DVec3::ZERO,
        fine: MAX_RADIUS,
        drawn: 40.0,
        collision: 14.0,
    }
}

fn within(position: DVec3, radius: f64) -> BTreeSet<ChunkKey> {
    chunks_within(position, radius).collect()
}

#[test]
fn the_nearest_come_first() {
    let mut rig = Rig::new(1, Settings::default());
    let here = DVec3::new(3.0, 4.0, 5.0);
    rig.settle(&[viewer(here)]);
    let order = rig.order();
    let near = within(here, 15.0).len();
    let furthest_of_near = order[..near].iter().map(|key| key.distance(here)).fold(0.0, f64::max);
    assert!(furthest_of_near <= 16.25, "{furthest_of_near} m among the first {near}");
    assert_eq!(order[0], ChunkKey::containing(0, here));
    assert!(order.is_sorted_by(|a, b| a.distance(here) <= b.distance(here) + 0.001));
}

#[test]
fn what_is_within_the_radius_is_loaded_and_nothing_else() {
    let here = DVec3::new(-7.0, 2.0, 11.0);
    for threads in [1, 2] {
        let mut rig = Rig::new(threads, Settings::default());
        rig.settle(&[viewer(here)]);
        assert!(rig.loaded.is_superset(&within(here, 40.0)));
        assert!(rig.loaded.iter().all(|key| key.distance(here) <= 41.25));
        assert!(rig.solid.is_superset(&within(here, 14.0)));
        assert!(rig.solid.iter().all(|key| key.distance(here) <= 15.25));
        assert!(rig.stream.is_ready(here, 40.0) && rig.stream.progress().is_complete());
        assert_eq!(rig.stream.progress().total, rig.loaded.len());
        assert_eq!(rig.stream.loaded().count(), rig.loaded.len());
    }
}

#[test]
fn work_goes_ahead_of_a_runner_at_most_15_metres() {
    let runner = |speed| Viewer {
        velocity: DVec3::X * speed,
        ..viewer(DVec3::splat(5.0))
    };
    for (speed, ahead) in [
        (0.0, 0.0),
        (14.0, 9.8),
        (1.0e9, 15.0),
        (f64::INFINITY, 0.0),
        (f64::NAN, 0.0),
    ] {
        let mut rig = Rig::new(1, Settings::default());
        rig.settle(&[runner(speed)]);
        let there = DVec3::new(5.0 + ahead, 5.0, 5.0);
        assert!(rig.loaded.is_superset(&within(there, 40.0)), "at {speed} m/s");
        assert!(
            rig.loaded
                .iter()
                .all(|key| key.distance(there) <= 41.25 || key.distance(DVec3::splat(5.0)) <= 41.25)
        );
    }
}

#[test]
fn nothing_is_planned_while_nobody_moves() {
    let mut rig = Rig::new(1, Settings::default());
    let here = DVec3::splat(1.0);
    rig.settle(&[viewer(here)]);
    let (plans, made) = (rig.stream.plans(), rig.order().len());
    assert_eq!(plans, 1);
    for frame in 0..100 {
        rig.frame(&[viewer(here + DVec3::X * 0.01 * f64::from(frame))]);
    }
    assert_eq!((rig.stream.plans(), rig.order().len()), (plans, made));
    rig.frame(&[viewer(here + DVec3::X * 1.3)]);
    assert_eq!(rig.stream.plans(), plans + 1);
}

#[test]
fn a_second_viewer_takes_nothing_from_the_first() {
    let mut rig = Rig::new(2, Settings::default());
    let first = viewer(DVec3::ZERO);
    rig.settle(&[first]);
    let (loaded, solid) = (rig.loaded.clone(), rig.solid.clone());
    for x in [30.0, 200.0, -5_000.0] {
        let second = viewer(DVec3::X * x);
        rig.settle(&[first, second]);
        assert!(rig.loaded.is_superset(&loaded) && rig.solid.is_superset(&solid));
        assert!(rig.stream.is_ready(second.position, 40.0));
    }
    rig.settle(&[first]);
    assert!(rig.loaded.is_superset(&loaded) && rig.solid.is_superset(&solid));
    assert!(
        rig.loaded.iter().all(|key| key.distance(DVec3::ZERO) <= 51.25),
        "the second left litter"
    );
    rig.settle(&[]);
    assert!(rig.loaded.is_empty() && rig.solid.is_empty());
    assert!(!rig.stream.is_ready(DVec3::ZERO, 0.0), "what nobody needs is let go");
}

#[test]
fn a_step_back_and_forth_makes_nothing_twice() {
    let mut rig = Rig::new(1, Settings::default());
    rig.settle(&[viewer(DVec3::ZERO)]);
    rig.settle(&[viewer(DVec3::X * 8.0)]);
    let (loaded, made) = (rig.loaded.clone(), rig.order().len());
    for _ in 0..5 {
        rig.settle(&[viewer(DVec3::ZERO)]);
        rig.settle(&[viewer(DVec3::X * 8.0)]);
    }
    assert!(rig.loaded.is_superset(&loaded), "the hysteresis lets go too early");
    assert_eq!(rig.order().len(), made, "a chunk was made twice");
}

#[test]
fn viewers_that_are_nowhere_are_left_out_and_named() {
    let mut rig = Rig::new(1, Settings::default());
    let nan = DVec3::new(f64::NAN, 0.0, 0.0);
    for position in [
        nan,
        DVec3::splat(f64::INFINITY),
        DVec3::splat(1.0e30),
        DVec3::X * f64::MIN,
    ] {
        assert!(matches!(viewer(position).check(), Err(ViewerError::Position(_))));
        rig.settle(&[viewer(position)]);
        assert_eq!(rig.order().len(), 0);
    }
    let no_radius = Viewer {
        drawn: f64::NAN,
        ..viewer(DVec3::ZERO)
    };
    let message = no_radius.check().unwrap_err().to_string();
    assert!(message.contains("write one from 0 to 200 m"), "{message}");
    rig.settle(&[no_radius]);
    assert_eq!(rig.order().len(), 0);
}

#[test]
fn radii_out_of_range_are_cut_and_named() {
    let mut rig = Rig::new(2, Settings::default());
    let none = Viewer {
        drawn: -3.0,
        collision: f64::NEG_INFINITY,
        ..viewer(DVec3::splat(5.0))
    };
    assert!(matches!(none.check(), Err(ViewerError::RadiusRange(..))));
    rig.settle(&[none]);
    assert_eq!(rig.loaded.len(), 1, "the chunk around the viewer");
    let vast = Viewer {
        fine: 20.0,
        drawn: f64::INFINITY,
        ..none
    };
    assert!(matches!(vast.check(), Err(ViewerError::RadiusRange(..))));
    rig.settle(&[vast]);
    assert!(
        rig.loaded
            .iter()
            .all(|key| key.distance(vast.position) <= MAX_DRAWN + 1.25)
    );
    let farthest = rig
        .loaded
        .iter()
        .map(|key| key.distance(vast.position))
        .fold(0.0, f64::max);
    assert!(farthest > MAX_DRAWN - 320.0, "{farthest} m");
    let blind = Viewer {
        drawn: 0.0,
        ..viewer(DVec3::splat(5.0))
    };
    rig.settle(&[blind]);
    assert!(
        rig.solid.is_superset(&within(blind.position, 14.0)),
        "what is solid is drawn too"
    );
}

#[test]
fn a_million_metres_away_is_like_here() {
    for far in [1.0e6, -1.0e6, 0.9e9] {
        let mut rig = Rig::new(1, Settings::default());
        let here = DVec3::new(far, -far, far) + 5.0;
        rig.settle(&[viewer(here)]);
        assert!(rig.loaded.is_superset(&within(here, 40.0)));
        let mut at_home = Rig::new(1, Settings::default());
        at_home.settle(&[viewer(DVec3::splat(5.0))]);
        assert_eq!(rig.loaded.len(), at_home.loaded.len());
    }
}

#[test]
fn a_chunk_that_panics_is_reported_once_and_missing() {
    contain_panics();
    let bad = ChunkKey::new(0, 1, 0, 0);
    let mut rig = Rig::with(2, Settings::default(), move |key, _| {
        assert!(key != bad, "no such place");
        Some(())
    });
    for x in [0.0, 3.0, 900.0, 0.0] {
        rig.settle(&[viewer(DVec3::X * x)]);
        assert!(rig.stream.progress().is_complete(), "a failed chunk counts as answered");
    }
    assert_eq!(rig.failed, BTreeMap::from([(bad, 1)]));
    assert!(rig.stream.has_failed(bad) && !rig.loaded.contains(&bad));
    assert!(!rig.stream.is_ready(DVec3::ZERO, 14.0));
}

#[test]
fn what_was_cancelled_is_asked_for_again() {
    let slow = Settings {
        tasks_per_worker: 4,
        ..Settings::default()
    };
    let mut rig = Rig::with(2, slow, |_, token| {
        std::thread::sleep(Duration::from_micros(200));
        (!token.is_cancelled()).then_some(())
    });
    for turn in 0..40 {
        rig.frame(&[viewer(DVec3::X * if turn % 2 == 0 { 0.0 } else { 400.0 })]);
    }
    rig.settle(&[viewer(DVec3::ZERO)]);
    assert!(rig.loaded.is_superset(&within(DVec3::ZERO, 40.0)), "there is a hole");
}

#[test]
fn few_tasks_are_handed_out_and_urgent_ones_do_not_wait_for_them() {
    let settings = Settings {
        tasks_per_worker: 3,
        ..Settings::default()
    };
    let mut rig = Rig::with(1, settings, |_, token| {
        while !token.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    });
    let near = within(DVec3::ZERO, 16.25).len();
    rig.frame(&[viewer(DVec3::ZERO)]);
    let (waiting, running) = rig.workers.tasks();
    assert!(waiting + running <= near.max(3), "{waiting} tasks wait, {running} run");
    rig.frame(&[viewer(DVec3::X * 1_000.0)]);
    let (waiting, running) = rig.workers.tasks();
    assert!(
        waiting + running >= within(DVec3::X * 1_000.0, 15.0).len(),
        "{waiting} tasks wait, {running} run"
    );
}

#[test]
fn random_walks_of_random_viewers_leave_no_hole_and_no_litter() {
    for seed in 0..6 {
        let random = |step: i64, salt: i64| unit(hash(seed, &[step, salt]));
        let mut rig = Rig::new(1 + (seed % 2) as usize, Settings::default());
        let mut viewers = vec![viewer(DVec3::ZERO)];
        for step in 0..60 {
            for (index, viewer) in viewers.iter_mut().enumerate() {
                let salt = index as i64 * 10;
                let direction = DVec3::new(random(step, salt), random(step, salt + 1), random(step, salt + 2)) - 0.5;
                let leap = if random(step, salt + 3) < 0.05 { 900.0 } else { 20.0 };
                viewer.velocity = direction * leap * 2.0;
                viewer.position += direction * leap;
                viewer.drawn = 10.0 + 25.0 * random(step / 9, salt + 4);
            }
            if random(step, 100) < 0.1 {
                viewers.push(viewer(DVec3::splat(random(step, 101) * 100.0)));
            }
            if random(step, 102) < 0.1 {
                viewers.pop();
            }
            rig.frame(&viewers);
        }
        rig.settle(&viewers);
        let reach = |viewer: &Viewer, key: &ChunkKey| {
            let there = viewer.position + (viewer.velocity * 0.7).clamp_length_max(15.0);
            let (here, there) = (key.distance(viewer.position), key.distance(there));
            if here < there { here } else { there }
        };
        for viewer in &viewers {
            assert!(rig.loaded.is_superset(&within(viewer.position, viewer.drawn)));
            assert!(rig.solid.is_superset(&within(viewer.position, viewer.collision)));
        }
        for key in &rig.loaded {
            let kept = |v: &Viewer| reach(v, key) <= v.drawn.max(v.collision) + 2.0 * 1.25 + 10.0;
            assert!(viewers.iter().any(kept), "{key:?} is litter");
        }
    }
}

#[test]
fn dropping_everything_at_work_ends_at_once() {
    let mut rig = Rig::with(2, Settings::default(), |_, token| {
        while !token.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    });
    rig.frame(&[viewer(DVec3::ZERO)]);
    let start = Instant::now();
    rig.stream.cancel(&rig.workers);
    drop(rig);
    assert!(start.elapsed() < Duration::from_secs(5));
}
