//! Bodies between dollars, in PostgreSQL.

/// A body between dollars, with a tag that does not occur in it.
///
/// ```
/// use snowflake_kit_sql::text::dollar_quoted;
///
/// assert_eq!(dollar_quoted("a $snowflake$ b"), "$_snowflake$a $snowflake$ b$_snowflake$");
/// ```
pub fn dollar_quoted(body: &str) -> String {
    let tag = dollar_tag(body);
    format!("{tag}{body}{tag}")
}

/// A tag, with its dollars, that does not occur in a body: not at its end either, where the
/// body's last dollar would be the first one of the tag.
pub fn dollar_tag(body: &str) -> String {
    let mut tag = "$snowflake$".to_owned();
    while body.contains(tag.trim_end_matches('$')) {
        tag.insert(1, '_');
    }
    tag
}
