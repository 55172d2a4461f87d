//! `StoneNavigation`: the way to places that are not made yet.

use godot::prelude::*;

use crate::preheat::StonePreheat;
use crate::world::StoneWorld;

/// Makes places ready before anyone goes there. It belongs to a [StoneWorld], as its [member StoneWorld.navigation].
#[derive(GodotClass)]
#[class(tool, init, base = Node)]
pub struct StoneNavigation {
    /// The world, for as long as this is not its child.
    world: Option<InstanceId>,
    base: Base<Node>,
}

#[godot_api]
impl INode for StoneNavigation {
    fn get_configuration_warnings(&self) -> PackedStringArray {
        if self.world().is_some() {
            return PackedStringArray::new();
        }
        let warning = "A StoneNavigation of its own does nothing: use the property `navigation` of a StoneWorld.";
        PackedStringArray::from(&[GString::from(warning)])
    }
}

#[godot_api]
impl StoneNavigation {
    /// Makes everything within [param radius] metres (0 to 200) of [param destination], a global position: drawn and solid.
    /// The ticket's signal [signal StonePreheat.finished] comes also when everything was ready already, and also when the
    /// request was refused, which is an error in the log and in [method StonePreheat.get_error].
    #[func]
    fn preheat(&self, destination: Vector3, radius: f64) -> Gd<StonePreheat> {
        match self.world() {
            Some(mut world) => world.bind_mut().preheat(destination, radius),
            None => {
                let error = "StoneNavigation belongs to no StoneWorld: use the property `navigation` of a StoneWorld";
                godot_error!("{error}");
                StonePreheat::refused(error.to_owned())
            }
        }
    }

    /// Whether everything within [param radius] metres of [param position], a global position, is drawn and solid.
    #[func]
    fn is_ready(&self, position: Vector3, radius: f64) -> bool {
        self.world()
            .is_some_and(|world| world.bind().is_ground_ready(position, radius))
    }

    fn world(&self) -> Option<Gd<StoneWorld>> {
        match self.base().get_parent() {
            Some(parent) => parent.try_cast().ok(),
            None => Gd::try_from_instance_id(self.world?).ok(),
        }
    }
}

impl StoneNavigation {
    /// The navigation of a world that will make it its child.
    pub fn of(world: &Gd<StoneWorld>) -> Gd<Self> {
        let mut navigation = Self::new_alloc();
        navigation.bind_mut().world = Some(world.instance_id());
        navigation
    }
}
