//! Compares a rendered picture with its golden one. Pictures in, the share of differing pixels out, and a picture of
//! the difference.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

/// A pixel differs when a channel is off by more than this, of 255. The software driver's own spread between processor
/// generations (other vector widths, other rounding in the shadow filter) stays below 6.
const CHANNEL: u8 = 16;

/// The share of pixels that may differ. Edges may fall on the neighbouring pixel with another driver version; a changed
/// light or a missing chunk changes tens of per cent.
const SHARE: f64 = 0.01;

/// An RGB picture of 8 bits a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Three bytes a pixel, rows from the top.
    pub pixels: Vec<u8>,
}

/// What a comparison found.
pub struct Comparison {
    /// The share of pixels that differ, 0 to 1.
    pub share: f64,
    /// The largest difference of a channel.
    pub largest: u8,
    /// Differing pixels red over the darkened golden picture.
    pub picture: Picture,
}

impl Comparison {
    /// Within tolerance.
    pub fn agrees(&self) -> bool {
        self.share <= SHARE
    }
}

/// Compares two pictures.
///
/// # Errors
/// When their sizes differ.
pub fn compare(golden: &Picture, actual: &Picture) -> Result<Comparison, String> {
    if (golden.width, golden.height) != (actual.width, actual.height) {
        let text = format!(
            "is {}x{}, golden {}x{}",
            actual.width, actual.height, golden.width, golden.height
        );
        return Err(text);
    }
    let (mut differing, mut largest) = (0usize, 0u8);
    let mut picture = Picture {
        width: golden.width,
        height: golden.height,
        pixels: Vec::new(),
    };
    for (want, have) in golden.pixels.chunks_exact(3).zip(actual.pixels.chunks_exact(3)) {
        let off = want
            .iter()
            .zip(have)
            .map(|(want, have)| want.abs_diff(*have))
            .max()
            .unwrap_or(0);
        largest = largest.max(off);
        if off > CHANNEL {
            differing += 1;
            picture.pixels.extend([255, 255 - off, 0]);
        } else {
            picture.pixels.extend(want.iter().map(|channel| channel / 3));
        }
    }
    let count = golden.pixels.len() / 3;
    Ok(Comparison {
        share: differing as f64 / count.max(1) as f64,
        largest,
        picture,
    })
}

/// Whether a picture shows anything: nine tenths of one colour are an empty scene.
pub fn is_flat(picture: &Picture) -> bool {
    let mut colours: Vec<[u8; 3]> = picture
        .pixels
        .chunks_exact(3)
        .map(|pixel| [pixel[0] / 4, pixel[1] / 4, pixel[2] / 4])
        .collect();
    colours.sort_unstable();
    let most = colours.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0);
    most * 10 >= colours.len() * 9
}

/// Reads a PNG file; transparency is dropped, grey becomes RGB.
///
/// # Errors
/// When the file is missing or no 8-bit PNG.
pub fn read(path: &Path) -> Result<Picture, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let frame = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
    let channels = frame.color_type.samples();
    let rgb = |pixel: &[u8]| {
        if channels >= 3 {
            [pixel[0], pixel[1], pixel[2]]
        } else {
            [pixel[0]; 3]
        }
    };
    let pixels = bytes[..frame.buffer_size()]
        .chunks_exact(channels)
        .flat_map(rgb)
        .collect();
    Ok(Picture {
        width: frame.width,
        height: frame.height,
        pixels,
    })
}

/// Writes a PNG file.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, picture: &Picture) -> Result<(), String> {
    let file = File::create(path).map_err(|error| error.to_string())?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer
        .write_image_data(&picture.pixels)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkered(width: u32, height: u32) -> Picture {
        let value = |at: u32| {
            if (at % width + at / width).is_multiple_of(2) {
                40
            } else {
                200
            }
        };
        Picture {
            width,
            height,
            pixels: (0..width * height).flat_map(|at| [value(at), 90, 30]).collect(),
        }
    }

    #[test]
    fn small_differences_agree_and_large_ones_do_not() {
        let golden = checkered(100, 100);
        assert!(compare(&golden, &golden).unwrap().agrees());
        let mut near = golden.clone();
        near.pixels.iter_mut().for_each(|channel| *channel += CHANNEL);
        let found = compare(&golden, &near).unwrap();
        assert!(found.agrees() && found.largest == CHANNEL);
        let mut far = golden.clone();
        far.pixels[..3 * 101].iter_mut().for_each(|channel| *channel ^= 0x80);
        let found = compare(&golden, &far).unwrap();
        assert!(!found.agrees() && (found.share - 0.0101).abs() < 1e-9);
        assert_eq!(found.picture.pixels[..3], [255, 127, 0]);
        assert!(compare(&golden, &checkered(100, 99)).is_err());
    }

    #[test]
    fn empty_scenes_are_noticed() {
        assert!(!is_flat(&checkered(10, 10)));
        assert!(is_flat(&Picture {
            width: 10,
            height: 10,
            pixels: vec![70; 300]
        }));
    }

    #[test]
    fn a_picture_survives_its_file() {
        let path = std::env::temp_dir().join(format!("stonesight-golden-{}.png", std::process::id()));
        let picture = checkered(7, 5);
        write(&path, &picture).unwrap();
        let back = read(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(back.unwrap(), picture);
    }
}
