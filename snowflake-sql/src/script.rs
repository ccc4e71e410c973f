//! Statements as one text.

/// Statements as one text, each with a semicolon after it: for a file of a
/// migration, and for drivers that take several statements at once.
pub fn migration(statements: &[String]) -> String {
    let mut text = String::new();
    for statement in statements {
        text += statement;
        text += ";\n\n";
    }
    text
}

/// Statements as one text for the program `mysql` or `mariadb`. It sets another `DELIMITER`,
/// because these programs would end a statement at each semicolon inside it.
pub fn mysql_script(statements: &[String]) -> String {
    let mut delimiter = "//".to_owned();
    while statements.iter().any(|statement| statement.contains(&delimiter)) {
        delimiter.push('/');
    }
    let mut text = format!("DELIMITER {delimiter}\n\n");
    for statement in statements {
        for part in [statement, "\n", &delimiter, "\n\n"] {
            text += part;
        }
    }
    text + "DELIMITER ;\n"
}
