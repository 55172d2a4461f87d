use super::*;

#[test]
fn a_ticket_makes_a_far_place_and_keeps_it() {
    let mut rig = Rig::new(2, Settings::default());
    let (here, far) = (viewer(DVec3::ZERO), DVec3::new(5_000.0, -40.0, 5.0));
    rig.settle(&[here]);
    let at_home = rig.loaded.clone();
    let ticket = rig.stream.preheat(far, 25.0).unwrap();
    let start = rig.stream.progress_of(ticket);
    assert_eq!((start.done, start.total), (0, within(far, 25.0).len()));
    rig.settle(&[here]);
    assert!(rig.stream.progress_of(ticket).is_complete() && rig.stream.is_ready(far, 25.0));
    assert!(rig.solid.is_superset(&within(far, 25.0)), "a preheated place is solid");
    let again = rig.stream.preheat(far, 10.0).unwrap();
    assert!(rig.stream.progress_of(again).is_complete(), "it is there already");
    rig.stream.release(ticket);
    rig.settle(&[here]);
    assert!(rig.stream.is_ready(far, 9.0) && !rig.stream.is_ready(far, 25.0));
    rig.settle(&[viewer(far)]);
    rig.stream.release(again);
    rig.settle(&[viewer(far)]);
    assert!(rig.stream.is_ready(far, 40.0), "the viewer who arrived keeps it");
    rig.settle(&[here]);
    assert_eq!(rig.loaded, at_home);
    assert!(rig.stream.chunks_of(ticket).is_empty());
}

#[test]
fn what_is_no_place_or_no_radius_cannot_be_preheated() {
    let mut rig = Rig::new(1, Settings::default());
    for radius in [-1.0, f64::NAN, f64::INFINITY, 201.0] {
        let error = rig.stream.preheat(DVec3::ZERO, radius).unwrap_err();
        assert!(error.to_string().contains("write one from 0 to 200 m"), "{error}");
        assert!(radius > 200.0 || !rig.stream.is_ready(DVec3::ZERO, radius));
    }
    let nowhere = DVec3::splat(f64::NAN);
    assert!(matches!(
        rig.stream.preheat(nowhere, 5.0),
        Err(PreheatError::Position(_))
    ));
    assert!(!rig.stream.is_ready(nowhere, 5.0));
    let point = rig.stream.preheat(DVec3::splat(10.0), 0.0).unwrap();
    assert_eq!(rig.stream.chunks_of(point), [ChunkKey::new(0, 1, 1, 1)]);
}
