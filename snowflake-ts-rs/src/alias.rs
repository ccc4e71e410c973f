//! An ID type in TypeScript.

use snowflake_kit_core::{Description, Id, Json};

/// The type's definition: what an ID is in JSON, and a property that keeps it
/// apart from others. No value has the property; it is for the compiler alone.
pub fn brand<T: Id>() -> String {
    let json = match T::JSON {
        Json::String => "string",
        Json::Number => "number",
    };
    format!("{json} & {{ readonly __id: \"{}\" }}", T::NAME)
}

/// The type's declaration.
pub fn declaration<T: Id>() -> String {
    format!("type {} = {};", T::NAME, brand::<T>())
}

/// The type's description as a `JSDoc` comment.
pub fn docs<T: Id>() -> String {
    // The comment's end would be the comment's end.
    let description = Description::of::<T>().to_string().replace("*/", "*\\/");
    let lines: String =
        description.lines().map(|line| format!(" * {line}").trim_end().to_owned() + "\n").collect();
    format!("/**\n{lines} */\n")
}
