//! The shaders of what is drawn for the lantern and for shadows alone. The rendering server takes their code itself, so that neither
//! needs the addon's files; it knows no preprocessor.

/// What both include.
const DETAIL: &str = include_str!("../../../../shaders/detail.gdshaderinc");
const INCLUDE: &str = "#include \"detail.gdshaderinc\"";

/// Draws distances from the camera.
pub fn lantern() -> String {
    joined(include_str!("../../../../shaders/lantern_depth.gdshader"))
}

/// Draws nothing but shadows.
pub fn shadow() -> String {
    joined(include_str!("../../../../shaders/shadow.gdshader"))
}

/// A shader with what it includes, without the directives that guard it.
fn joined(code: &str) -> String {
    let plain = |line: &&str| !line.starts_with('#');
    let detail: Vec<&str> = DETAIL.lines().filter(plain).collect();
    code.replace(INCLUDE, &detail.join("\n"))
}
