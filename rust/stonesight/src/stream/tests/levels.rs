use super::*;
use crate::lattice::Surroundings;

/// A viewer with all levels of detail around him.
fn far_sighted(position: DVec3) -> Viewer {
    Viewer {
        fine: 24.0,
        drawn: 300.0,
        collision: 8.0,
        ..viewer(position)
    }
}

/// The loaded leaf that holds a place.
fn leaf_at(rig: &Rig, place: ChunkKey) -> Option<&Leaf> {
    let mut nodes = std::iter::successors(Some(place), |key| key.parent());
    nodes.find_map(|key| rig.leaves.get(&key))
}

/// Checks that what is loaded lies side by side, and that every two neighbours know of one another's level.
fn check(rig: &Rig) {
    for (key, leaf) in &rig.leaves {
        let mut above = std::iter::successors(key.parent(), |key| key.parent());
        assert!(
            above.all(|key| !rig.leaves.contains_key(&key)),
            "{key:?} lies within another"
        );
        for steps in Surroundings::around() {
            let place = key.neighbour(steps[0], steps[1], steps[2]);
            if let Some(other) = leaf_at(rig, place) {
                let around = leaf.surroundings;
                assert!(other.key.level <= key.level + 1);
                assert!(!around.finer(steps), "{key:?} takes {place:?} for divided");
                assert_eq!(
                    around.coarser(steps),
                    other.key.level > key.level,
                    "{key:?} beside {:?}",
                    other.key
                );
            }
            for child in place.children().filter(|child| child.touches(*key)) {
                if rig.leaves.contains_key(&child) {
                    assert!(leaf.surroundings.finer(steps), "{key:?} does not know of {child:?}");
                }
            }
        }
    }
}

/// Whether every place within a radius is loaded.
fn is_covered(rig: &Rig, middle: DVec3, radius: f64) -> bool {
    (0..400).all(|index| {
        let offset = DVec3::from_array([0, 1, 2].map(|axis| unit(hash(3, &[index, axis])) * 2.0 - 1.0)) * radius;
        offset.length() > radius || leaf_at(rig, ChunkKey::containing(0, middle + offset)).is_some()
    })
}

#[test]
fn a_runner_never_sees_a_hole_or_neighbours_that_do_not_fit() {
    for seed in 0..4u64 {
        let mut rig = Rig::new(2, Settings::default());
        let mut here = DVec3::new(1.0, 2.0, 3.0);
        rig.settle(&[far_sighted(here)]);
        check(&rig);
        assert!(is_covered(&rig, here, 295.0));
        let exchanges = rig.exchanges;
        for step in 0..240 {
            let random = |salt: i64| unit(hash(seed, &[step / 40, salt])) - 0.5;
            let velocity = DVec3::new(random(0), random(1) * 0.3, random(2)).normalize() * 14.0;
            here += velocity / 30.0;
            let runner = Viewer {
                velocity,
                ..far_sighted(here)
            };
            rig.frame(&[runner]);
            if step % 8 == 0 {
                std::thread::sleep(Duration::from_millis(1));
                check(&rig);
                assert!(is_covered(&rig, here, 250.0), "a hole at step {step}");
            }
        }
        rig.settle(&[far_sighted(here)]);
        check(&rig);
        assert!(is_covered(&rig, here, 299.0));
        assert!(rig.exchanges > exchanges + 5, "{} exchanges", rig.exchanges);
        assert!(rig.stream.is_ready(here, 24.0) && rig.solid.is_superset(&within(here, 8.0)));
    }
}

#[test]
fn after_a_jump_the_nearest_come_first() {
    let mut rig = Rig::new(1, Settings::default());
    rig.settle(&[far_sighted(DVec3::ZERO)]);
    let there = DVec3::new(150.0, 8.0, -60.0);
    let start = rig.order().len();
    rig.settle(&[far_sighted(there)]);
    check(&rig);
    let first: Vec<_> = rig.order()[start..].iter().take(20).copied().collect();
    assert!(first.iter().all(|key| key.distance(there) <= 17.0), "{first:?}");
}

#[test]
fn a_changed_world_is_exchanged_at_once_and_only_where_it_changed() {
    let mut rig = Rig::new(2, Settings::default());
    let here = DVec3::splat(4.0);
    rig.settle(&[far_sighted(here)]);
    let (before, made, exchanges) = (rig.leaves.clone(), rig.order().len(), rig.exchanges);
    let changed = [
        ChunkKey::new(0, 0, 0, 0),
        ChunkKey::new(0, 1, 0, 0),
        ChunkKey::new(3, 2, 0, 0),
    ];
    let nowhere = ChunkKey::new(2, 900, 0, 0);
    rig.stream.revise(changed.into_iter().chain([nowhere]));
    rig.settle(&[far_sighted(here)]);
    let loaded: Vec<_> = changed.into_iter().filter(|key| before.contains_key(key)).collect();
    assert!(loaded.len() >= 2);
    assert_eq!((rig.order().len(), rig.exchanges), (made + loaded.len(), exchanges + 1));
    for (key, leaf) in &rig.leaves {
        let revision = u32::from(loaded.contains(key));
        assert_eq!(
            *leaf,
            Leaf {
                revision,
                ..before[key]
            }
        );
    }
    assert!(rig.solid.is_superset(&within(here, 8.0)), "what was solid stays so");
}

#[test]
fn who_turns_back_finds_what_was_there() {
    let mut rig = Rig::new(1, Settings::default());
    let ends = [DVec3::ZERO, DVec3::X * 12.0];
    for turn in 0..4 {
        rig.settle(&[far_sighted(ends[turn % 2])]);
    }
    let made = rig.order().len();
    for turn in 0..4 {
        rig.settle(&[far_sighted(ends[turn % 2])]);
        check(&rig);
    }
    assert_eq!(rig.order().len(), made, "a chunk was made twice");
}
