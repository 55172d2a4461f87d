//! Numbers that distance functions compute with: plain `f32`, or `f32` with its slope along the three axes.
//!
//! In and out: numbers. A distance is written once and read twice: with `f32` it is a value, with [`Dual`] the same value,
//! bit for bit, and its exact gradient (forward differentiation with dual numbers).

use std::ops::{Add, Mul, Neg, Sub};

/// A number of a distance function.
pub(super) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// Whether it carries a gradient.
    const GRADIENT: bool;

    /// A number that is the same everywhere.
    fn constant(value: f32) -> Self;
    /// The coordinates of a point.
    fn point(x: f32, y: f32, z: f32) -> [Self; 3];
    /// A value whose gradient was found otherwise.
    fn with_gradient(value: f32, gradient: [f32; 3]) -> Self;
    /// Its value.
    fn value(self) -> f32;
    /// Its gradient; zero where there is none.
    fn gradient(self) -> [f32; 3];
    /// Square root; the gradient at 0 is taken as zero.
    fn sqrt(self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// One of two numbers.
    fn select(first: bool, a: Self, b: Self) -> Self;

    /// The smaller number; `b` when equal.
    #[inline(always)]
    fn least(a: Self, b: Self) -> Self {
        Self::select(a.value() < b.value(), a, b)
    }

    /// The larger number; `b` when equal.
    #[inline(always)]
    fn most(a: Self, b: Self) -> Self {
        Self::select(a.value() > b.value(), a, b)
    }

    /// The number, or 0 where it is negative.
    #[inline(always)]
    fn positive(self) -> Self {
        Self::select(self.value() > 0.0, self, Self::constant(0.0))
    }

    /// Its square.
    #[inline(always)]
    fn squared(self) -> Self {
        self * self
    }

    /// The number times a constant.
    #[inline(always)]
    fn times(self, factor: f32) -> Self {
        self * Self::constant(factor)
    }

    /// The number plus a constant.
    #[inline(always)]
    fn plus(self, term: f32) -> Self {
        self + Self::constant(term)
    }
}

impl Number for f32 {
    const GRADIENT: bool = false;

    #[inline(always)]
    fn constant(value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn point(x: f32, y: f32, z: f32) -> [Self; 3] {
        [x, y, z]
    }

    #[inline(always)]
    fn with_gradient(value: f32, _gradient: [f32; 3]) -> Self {
        value
    }

    #[inline(always)]
    fn value(self) -> f32 {
        self
    }

    #[inline(always)]
    fn gradient(self) -> [f32; 3] {
        [0.0; 3]
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }

    #[inline(always)]
    fn select(first: bool, a: Self, b: Self) -> Self {
        if first { a } else { b }
    }
}

/// A value and its gradient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dual {
    value: f32,
    x: f32,
    y: f32,
    z: f32,
}

impl Add for Dual {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl Sub for Dual {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}

impl Mul for Dual {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self {
            value: self.value * other.value,
            x: self.value * other.x + self.x * other.value,
            y: self.value * other.y + self.y * other.value,
            z: self.value * other.z + self.z * other.value,
        }
    }
}

impl Neg for Dual {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}

impl Number for Dual {
    const GRADIENT: bool = true;

    #[inline(always)]
    fn constant(value: f32) -> Self {
        Self::with_gradient(value, [0.0; 3])
    }

    #[inline(always)]
    fn point(x: f32, y: f32, z: f32) -> [Self; 3] {
        [
            Self::with_gradient(x, [1.0, 0.0, 0.0]),
            Self::with_gradient(y, [0.0, 1.0, 0.0]),
            Self::with_gradient(z, [0.0, 0.0, 1.0]),
        ]
    }

    #[inline(always)]
    fn with_gradient(value: f32, [x, y, z]: [f32; 3]) -> Self {
        Self { value, x, y, z }
    }

    #[inline(always)]
    fn value(self) -> f32 {
        self.value
    }

    #[inline(always)]
    fn gradient(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        let value = self.value.sqrt();
        // 0 / 0 is the trap here: a centre or an axis has no direction.
        let slope = if value > 0.0 { 0.5 / value } else { 0.0 };
        Self {
            value,
            x: self.x * slope,
            y: self.y * slope,
            z: self.z * slope,
        }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let sign = if self.value < 0.0 { -1.0 } else { 1.0 };
        Self {
            value: self.value.abs(),
            x: self.x * sign,
            y: self.y * sign,
            z: self.z * sign,
        }
    }

    #[inline(always)]
    fn select(first: bool, a: Self, b: Self) -> Self {
        Self {
            value: if first { a.value } else { b.value },
            x: if first { a.x } else { b.x },
            y: if first { a.y } else { b.y },
            z: if first { a.z } else { b.z },
        }
    }
}
