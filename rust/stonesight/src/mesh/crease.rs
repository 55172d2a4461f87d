//! Which crossings of a sheet belong to the same smooth piece of surface.
//!
//! In: normals and operations of up to N crossings in a fixed order. Out: a piece number for each. Two crossings are joined
//! when their normals are close, and pieces are what is joined over any number of steps, so the order does not matter: on a
//! column each crossing has a near neighbour, at an edge there is a gap.

use super::crossing::Crossing;

/// Cosine of the widest angle between neighbours on a surface that one operation made. 40°: a cylinder of half a metre turns
/// by 36° from voxel to voxel and shall be round, an eight-sided prism by 45° and shall not.
const SAME_OPERATION: f32 = 0.766;
/// Cosine of the same where two operations meet. 15°: soft joins pass, the foot of a ramp (26°) is an edge.
const OTHER_OPERATION: f32 = 0.966;

/// Pieces by crossing, numbered 0, 1, 2, … in the order of their first crossings; and how many.
pub(super) fn pieces<const N: usize>(crossings: &[&Crossing]) -> ([u8; N], usize) {
    let mut piece = [0; N];
    let count = crossings.len();
    let first = crossings[0].normal;
    if crossings[1..].iter().all(|c| dot(first, c.normal) >= OTHER_OPERATION) {
        return (piece, 1);
    }
    for (i, piece) in piece.iter_mut().enumerate() {
        *piece = i as u8;
    }
    for i in 0..count {
        for j in i + 1..count {
            let (a, b) = (crossings[i], crossings[j]);
            let limit = if a.operation == b.operation {
                SAME_OPERATION
            } else {
                OTHER_OPERATION
            };
            if piece[i] != piece[j] && dot(a.normal, b.normal) >= limit {
                let (keep, drop) = (piece[i].min(piece[j]), piece[i].max(piece[j]));
                piece.iter_mut().filter(|p| **p == drop).for_each(|p| *p = keep);
            }
        }
    }
    // A piece is named by its first crossing; renumber without gaps.
    let mut next = 0;
    let mut numbers = [0; N];
    for i in 0..count {
        if usize::from(piece[i]) == i {
            numbers[i] = next;
            next += 1;
        }
    }
    piece[..count].iter_mut().for_each(|p| *p = numbers[usize::from(*p)]);
    (piece, usize::from(next))
}

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::OperationId;

    fn crossing(angle: f64, operation: u32) -> Crossing {
        Crossing {
            along: 0.0,
            normal: [libm::cos(angle) as f32, libm::sin(angle) as f32, 0.0],
            offset: 0.0,
            operation: OperationId(operation),
        }
    }

    fn of(list: &[(f64, u32)]) -> (Vec<u8>, usize) {
        let crossings: Vec<_> = list
            .iter()
            .map(|&(angle, id)| crossing(angle.to_radians(), id))
            .collect();
        let (piece, count) = pieces::<12>(&crossings.iter().collect::<Vec<_>>());
        (piece[..list.len()].to_vec(), count)
    }

    #[test]
    fn a_column_is_one_piece_and_a_box_is_not() {
        assert_eq!(of(&[(0.0, 1), (36.0, 1), (72.0, 1), (108.0, 1)]), (vec![0; 4], 1));
        assert_eq!(of(&[(108.0, 1), (0.0, 1), (72.0, 1), (36.0, 1)]), (vec![0; 4], 1));
        assert_eq!(of(&[(90.0, 1), (0.0, 1), (90.0, 1), (0.0, 1)]), (vec![0, 1, 0, 1], 2));
    }

    #[test]
    fn two_operations_meet_in_an_edge_unless_they_are_joined_softly() {
        assert_eq!(of(&[(0.0, 1), (26.0, 2), (26.0, 2)]), (vec![0, 1, 1], 2));
        assert_eq!(of(&[(0.0, 1), (10.0, 2), (22.0, 1)]), (vec![0; 3], 1));
    }
}
