//! The preheat tickets of a world, from the request to the signal.

use glam::DVec3;
use godot::prelude::*;
use stonesight::lattice::ChunkKey;
use stonesight::stream::TicketId;

use super::generation::World;
use super::scenery::Scenery;
use crate::preheat::StonePreheat;

/// The requests that are served.
#[derive(Default)]
pub struct Tickets {
    active: Vec<Active>,
}

struct Active {
    position: DVec3,
    radius: f64,
    /// Tells whether someone still holds the ticket.
    id: InstanceId,
    /// The world's own hold, until the ticket is finished.
    held: Option<Gd<StonePreheat>>,
    /// The stream's ticket; `None` while there is no plan.
    ticket: Option<TicketId>,
    /// What is not drawn and solid yet.
    waiting: Vec<ChunkKey>,
    total: usize,
}

impl Tickets {
    /// Takes a request.
    pub fn add(&mut self, position: DVec3, radius: f64) -> Gd<StonePreheat> {
        let preheat = StonePreheat::new_gd();
        self.active.push(Active {
            position,
            radius,
            id: preheat.instance_id(),
            held: Some(preheat.clone()),
            ticket: None,
            waiting: Vec::new(),
            total: 0,
        });
        preheat
    }

    /// Hands requests to the stream, lets go of what nobody holds, and gives back the tickets whose signal is due.
    pub fn poll(&mut self, world: &mut World, scenery: &Scenery) -> Vec<Gd<StonePreheat>> {
        let mut finished = Vec::new();
        self.active.retain_mut(|active| {
            let Ok(mut preheat) = Gd::<StonePreheat>::try_from_instance_id(active.id) else {
                active
                    .ticket
                    .into_iter()
                    .for_each(|ticket| world.stream.release(ticket));
                return false;
            };
            if active.ticket.is_none() {
                match world.stream.preheat(active.position, active.radius) {
                    Ok(ticket) => {
                        active.ticket = Some(ticket);
                        active.waiting = world.stream.chunks_of(ticket).to_vec();
                        active.total = active.waiting.len();
                    }
                    Err(error) => {
                        godot_error!("StoneWorld: {error}");
                        preheat.bind_mut().refuse(error.to_string());
                        finished.push(preheat);
                        return false;
                    }
                }
            }
            let answered = |key| (scenery.is_drawn(key) && scenery.is_solid(key)) || world.stream.has_failed(key);
            active.waiting.retain(|&key| !answered(key));
            if active.held.is_some() {
                let done = active.total - active.waiting.len();
                preheat.bind_mut().set_progress(done, active.total);
                if active.waiting.is_empty() {
                    active.held = None;
                    finished.push(preheat);
                }
            }
            true
        });
        finished
    }

    /// Has everything asked for again, because another world follows.
    pub fn reset(&mut self) {
        for active in &mut self.active {
            active.ticket = None;
        }
    }

    /// Ends what is not finished, because the world goes: nobody shall wait for ever.
    pub fn end(&mut self, error: &str) {
        for active in self.active.drain(..) {
            if let Some(mut preheat) = active.held {
                preheat.bind_mut().refuse(error.to_owned());
                preheat.run_deferred_gd(|preheat| preheat.signals().finished().emit());
            }
        }
    }
}
