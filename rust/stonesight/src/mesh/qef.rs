//! The point that fits several planes best, for cells with an edge or a corner in them.
//!
//! After Ju, Losasso, Schaefer and Warren, "Dual contouring of Hermite data", SIGGRAPH 2002: the quadratic error function around
//! the mean of the crossings, solved in its well-determined directions only.

use super::crease::dot;

/// Directions whose eigenvalue is below this share of the largest are left at the mean of the crossings. An angle of θ between two
/// equally strong faces has tan²(θ/2): 0.017 for the 15° from which an edge is an edge. Smooth cells are not solved here.
const CUTOFF: f32 = 0.015;
/// Sweeps of Jacobi's method. Four leave off-diagonals below 1e-7 of the largest entry.
const SWEEPS: usize = 4;
/// Passes of the bounded descent.
const PASSES: usize = 8;

/// Planes `normal · x = distance`, summed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Planes {
    /// Σ n nᵀ: xx, yy, zz, yz, xz, xy.
    matrix: [f32; 6],
    /// Σ n d.
    vector: [f32; 3],
}

impl Planes {
    /// Adds a plane, with `distance` measured from the point around which is solved.
    pub fn add(&mut self, [x, y, z]: [f32; 3], distance: f32) {
        let terms = [x * x, y * y, z * z, y * z, x * z, x * y];
        for (i, sum) in self.matrix.iter_mut().enumerate() {
            *sum += terms[i];
        }
        let [a, b, c] = self.vector;
        self.vector = [a + x * distance, b + y * distance, c + z * distance];
    }

    fn rows(&self) -> [[f32; 3]; 3] {
        let [xx, yy, zz, yz, xz, xy] = self.matrix;
        [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    }

    /// The shortest way from the origin to the best point.
    pub fn solve(&self) -> [f32; 3] {
        let (values, vectors) = eigen(self.rows());
        let mut largest = 0.0;
        for value in values {
            largest = if value > largest { value } else { largest };
        }
        let mut point = [0.0; 3];
        for direction in 0..3 {
            let (value, vector) = (values[direction], &vectors[direction]);
            if value > largest * CUTOFF {
                let amount = dot(*vector, self.vector) / value;
                for axis in 0..3 {
                    point[axis] += vector[axis] * amount;
                }
            }
        }
        point
    }

    /// A point between `low` and `high` with a small error, from `start`: one coordinate at a time.
    pub fn descend(&self, start: [f32; 3], low: [f32; 3], high: [f32; 3]) -> [f32; 3] {
        let rows = self.rows();
        let mut x = start;
        for axis in 0..3 {
            x[axis] = clamp(start[axis], low[axis], high[axis]);
        }
        for _ in 0..PASSES {
            for axis in 0..3 {
                let own = rows[axis][axis];
                if own > 0.01 {
                    let best = x[axis] + (self.vector[axis] - dot(rows[axis], x)) / own;
                    x[axis] = clamp(best, low[axis], high[axis]);
                }
            }
        }
        x
    }
}

pub(super) fn clamp(value: f32, low: f32, high: f32) -> f32 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// Eigenvalues and unit eigenvectors of a symmetric matrix, by Jacobi's cyclic rotations (Golub and Van Loan, *Matrix
/// Computations*, §8.5).
fn eigen(mut a: [[f32; 3]; 3]) -> ([f32; 3], [[f32; 3]; 3]) {
    let mut vectors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let sign = if theta < 0.0 { -1.0 } else { 1.0 };
            let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for row in &mut a {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            for k in 0..3 {
                (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                (vectors[p][k], vectors[q][k]) = (
                    c * vectors[p][k] - s * vectors[q][k],
                    s * vectors[p][k] + c * vectors[q][k],
                );
            }
        }
    }
    ([a[0][0], a[1][1], a[2][2]], vectors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    fn random(index: i64, salt: i64) -> f32 {
        (unit(hash(7, &[index, salt])) * 2.0 - 1.0) as f32
    }

    fn normal(index: i64, salt: i64) -> [f32; 3] {
        let n = [0, 1, 2].map(|axis| random(index, salt * 3 + axis));
        let length = dot(n, n).sqrt();
        n.map(|c| c / length)
    }

    #[test]
    fn eigenvectors_are_orthonormal_and_put_the_matrix_together_again() {
        for index in 0..2_000 {
            let mut planes = Planes::default();
            (0..5).for_each(|salt| planes.add(normal(index, salt), 0.0));
            let (values, vectors) = eigen(planes.rows());
            for (i, row) in planes.rows().into_iter().enumerate() {
                for (j, entry) in row.into_iter().enumerate() {
                    let again: f32 = (0..3).map(|k| values[k] * vectors[k][i] * vectors[k][j]).sum();
                    assert!((again - entry).abs() < 1.0e-5, "{again} for {entry}");
                    let product = dot(vectors[i], vectors[j]);
                    assert!((product - f32::from(i == j)).abs() < 1.0e-5);
                }
            }
        }
    }

    #[test]
    fn three_planes_meet_in_their_point() {
        for index in 0..2_000 {
            let point = [0, 1, 2].map(|axis| random(index, 100 + axis));
            let normals = [0, 1, 2].map(|salt| normal(index, salt));
            let volume = (0..3)
                .map(|i| normals[0][i] * cross(normals[1], normals[2])[i])
                .sum::<f32>();
            if volume.abs() < 0.3 {
                continue;
            }
            let mut planes = Planes::default();
            normals.into_iter().for_each(|n| planes.add(n, dot(n, point)));
            let found = planes.solve();
            assert!(
                (0..3).all(|i| (found[i] - point[i]).abs() < 1.0e-3),
                "{found:?} for {point:?}"
            );
        }
    }

    #[test]
    fn an_edge_leaves_the_point_beside_the_origin() {
        let mut planes = Planes::default();
        planes.add([1.0, 0.0, 0.0], 0.25);
        planes.add([0.0, 1.0, 0.0], -0.5);
        assert_eq!(planes.solve(), [0.25, -0.5, 0.0]);
        let kept = planes.descend([0.25, -0.5, 0.0], [-1.0, -0.3, -1.0], [0.2, 1.0, 1.0]);
        assert_eq!(kept, [0.2, -0.3, 0.0]);
    }

    fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    }
}
