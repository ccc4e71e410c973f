//! What the service takes, and what it refuses.

use crate::server::{request, start};

const POST: &str = concat!(
    r#"{"id":"pst_0Czks0tP37X","author":"7","reply_to":null,"tags":["04W86BB0G4007"],"#,
    r#""trace":"trace-0271065ac1020007","reactions":{"7":"04W86BB0G4007"},"#,
    r#""target":{"kind":"room","room":129171456000129}}"#,
);

#[test]
fn ids_are_read_wherever_a_request_has_them() {
    let server = start();
    let get = |path| request(server, "GET", path, "");
    let place = || (200, r#"{"user":"7","post":"pst_0Czks0tP37X"}"#.to_owned());
    assert_eq!(get("/users/175928847299117063"), (200, r#""175928847299117063""#.into()));
    assert_eq!(get("/users/7/posts/pst_0Czks0tP37X"), place());
    assert_eq!(get("/places/7/pst_0Czks0tP37X"), place());
    // An escaped character is the character.
    assert_eq!(get("/places/%37/pst%5F0Czks0tP37X"), place());
    assert_eq!(get("/posts"), (200, r#"{"before":null,"author":null,"room":null}"#.into()));
    assert_eq!(
        get("/posts?before=pst_0Czks0tP37X&author=7&room=129171456000129"),
        (200, r#"{"before":"pst_0Czks0tP37X","author":"7","room":129171456000129}"#.into())
    );
    assert_eq!(request(server, "POST", "/posts", POST), (200, POST.into()));
    assert_eq!(request(server, "DELETE", "/reports/report_7", "").0, 204);
}

#[test]
fn what_is_no_id_is_a_400_that_names_the_type() {
    let server = start();
    for (path, name, expected) in [
        ("/users/0", "UserId", r#"a decimal string from "1" to "9223372036854775807""#),
        ("/users/-1", "UserId", "a decimal string"),
        ("/users/%2B1", "UserId", "a decimal string"),
        ("/users/01", "UserId", "a decimal string"),
        ("/users/1.0", "UserId", "a decimal string"),
        ("/users/1e3", "UserId", "a decimal string"),
        ("/users/%207", "UserId", "a decimal string"),
        ("/users/null", "UserId", "a decimal string"),
        ("/users/9223372036854775808", "UserId", "a decimal string"),
        ("/users/18446744073709551617", "UserId", "a decimal string"),
        ("/users/pst_0Czks0tP37X", "UserId", "a decimal string"),
        ("/users/%D9%A3", "UserId", "a decimal string"),
        ("/users/x/posts/pst_0Czks0tP37X", "UserId", "a decimal string"),
        ("/users/7/posts/175928847299117063", "PostId", r#""pst_" and 11 base62 characters"#),
        ("/users/7/posts/PST_0Czks0tP37X", "PostId", r#""pst_" and 11 base62 characters"#),
        ("/places/7/pst_0Czks0tP37", "PostId", r#""pst_" and 11 base62 characters"#),
        ("/posts?before=", "PostId", r#""pst_" and 11 base62 characters"#),
        ("/posts?before=7", "PostId", r#""pst_" and 11 base62 characters"#),
        ("/posts?author=", "UserId", "a decimal string"),
        ("/posts?author=null", "UserId", "a decimal string"),
        ("/posts?room=0", "RoomId", "a decimal string"),
        ("/posts?room=1.5", "RoomId", "a decimal string"),
    ] {
        let (status, body) = request(server, "GET", path, "");
        assert_eq!(status, 400, "{path}: {body}");
        assert!(body.contains(&format!("invalid {name} ")), "{path}: {body}");
        assert!(body.contains(&format!("expected {expected}")), "{path}: {body}");
    }
    let (status, body) = request(server, "DELETE", "/reports/7", "");
    assert_eq!(status, 400, "{body}");
    assert!(body.contains(r#"invalid ReportId "7": "#), "{body}");
}

/// A body that is JSON but not what is asked for is 422 with axum. The error
/// says in which field.
#[test]
fn what_is_no_id_in_a_body_is_a_422_that_names_the_field_and_the_type() {
    let server = start();
    let user = r#"expected a UserId: a decimal string from "1" to "9223372036854775807""#;
    for (from, to, error) in [
        (r#""author":"7""#, r#""author":0"#, format!("author: invalid value: integer `0`, {user}")),
        (r#""author":"7""#, r#""author":null"#, format!("author: invalid type: null, {user}")),
        (r#""author":"7""#, r#""author":"07""#, r#"author: invalid UserId "07": "#.into()),
        (r#"["04W"#, r#"["O4W"#, r#"tags[0]: invalid TagId "O4W86BB0G4007": "#.into()),
        (r#"{"7":"#, r#"{"user":"#, r#"reactions.user: invalid UserId "user": "#.into()),
        (
            "129171456000129",
            "-1",
            "target: invalid value: integer `-1`, expected a RoomId: an integer from 1 to \
             9223372036854775807"
                .into(),
        ),
    ] {
        let (status, body) = request(server, "POST", "/posts", &POST.replacen(from, to, 1));
        assert_eq!(status, 422, "{to}: {body}");
        assert!(body.contains(&error), "{to}: {body}");
    }
}
