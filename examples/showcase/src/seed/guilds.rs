//! Who talks where, and about what.

/// What a guild is about.
pub(super) struct Topic {
    pub(super) guild: &'static str,
    /// What people there like.
    pub(super) emoji: &'static str,
    /// The first one greets newcomers.
    pub(super) channels: &'static [(&'static str, &'static str)],
    /// "my {thing}", "two {thing}s".
    pub(super) things: &'static [&'static str],
    /// "it {trouble}".
    pub(super) troubles: &'static [&'static str],
    /// "try to {remedy}".
    pub(super) remedies: &'static [&'static str],
    /// "at {place}".
    pub(super) places: &'static [&'static str],
}

pub(super) const TOPICS: &[Topic] = &[
    Topic {
        emoji: "🦀",
        guild: "Ferris & Friends",
        channels: &[
            ("general", "Hello, and welcome! Say what you are building."),
            ("help", "No question is too small. Show the whole error, please."),
            ("show-and-tell", "Half-done things are the best ones."),
            ("async", "Pin your futures, not your hopes."),
        ],
        things: &[
            "parser",
            "web service",
            "build script",
            "macro",
            "linker",
            "test suite",
            "crate",
        ],
        troubles: &[
            "does not live long enough",
            "takes four minutes to compile",
            "passes here and fails in CI",
            "deadlocks once a day",
            "is moved in the previous iteration of the loop",
        ],
        remedies: &[
            "clone it and measure later",
            "split the crate in two",
            "put it into an Arc",
            "read the whole message, down to the note",
            "run it under Miri",
            "turn on pipelining",
        ],
        places: &["RustFest", "the meetup", "work", "the hack night"],
    },
    Topic {
        emoji: "🥖",
        guild: "Sourdough Society",
        channels: &[
            ("general", "Welcome! Introduce your starter by its name."),
            ("first-loaves", "Flat is fine. Tell us what you did."),
            ("flour", "Mills, mixes, and where to get them."),
        ],
        things: &["starter", "rye loaf", "crust", "Dutch oven", "focaccia", "batch of bagels"],
        troubles: &[
            "does not rise",
            "tastes of nothing",
            "sticks to everything",
            "has a hole the size of a fist",
            "is burnt below and raw in the middle",
        ],
        remedies: &[
            "feed it twice a day",
            "use less water",
            "wait until tomorrow",
            "bake it in the pot with the lid on",
            "leave it in the fridge overnight",
        ],
        places: &["the farmers' market", "my grandmother's", "the mill", "the bakery in town"],
    },
    Topic {
        emoji: "🚂",
        guild: "Night Trains",
        channels: &[
            ("platform-1", "Mind the gap! Where did you go last?"),
            ("timetables", "Changes, closures, and connections that just about work."),
            ("trip-reports", "With photos, if you like."),
        ],
        things: &["sleeper to Vienna", "reservation", "connection in Basel", "couchette", "ticket"],
        troubles: &[
            "is two hours late",
            "is cancelled until Sunday",
            "has lost its dining car",
            "cannot be booked on the web site",
            "goes by bus from the border on",
        ],
        remedies: &[
            "ask at the counter",
            "take the slow one along the lake",
            "book both legs on one ticket",
            "go a day earlier",
            "take the upper berth",
        ],
        places: &["Hamburg-Altona", "Milano Centrale", "Malmö", "the border", "Praha hl.n."],
    },
    Topic {
        emoji: "🎛️",
        guild: "Tiny Synths",
        channels: &[
            ("lobby", "Welcome! What is the smallest thing you make noise with?"),
            ("soldering", "Ventilate. Then ask."),
            ("patches", "Share one, take one."),
        ],
        things: &["oscillator", "drum machine", "filter", "case", "MIDI adapter", "tape loop"],
        troubles: &[
            "hums at 50 Hz",
            "drifts when the window is open",
            "gets hot",
            "plays everything a semitone low",
            "has been silent since the firmware update",
        ],
        remedies: &[
            "check the ground first",
            "swap the two middle wires",
            "let it warm up for ten minutes",
            "resolder the jack",
            "turn it into a feature",
        ],
        places: &["the flea market", "Superbooth", "the rehearsal room", "the attic"],
    },
    Topic {
        emoji: "🌱",
        guild: "Allotment 42",
        channels: &[
            ("gate", "Come in! The kettle is in the shed."),
            ("seeds", "Swap them here."),
            ("slugs", "You are not alone."),
        ],
        things: &["pumpkin", "row of beans", "compost heap", "greenhouse", "tomato", "rain barrel"],
        troubles: &[
            "has been eaten overnight",
            "is all leaves and no fruit",
            "leaks",
            "has gone yellow",
            "is larger than the shed by now",
        ],
        remedies: &[
            "water it in the morning",
            "give it more sun",
            "cover it with a net",
            "leave it alone for a week",
            "give the rest to the neighbours",
        ],
        places: &["plot 17", "the seed swap", "the garden centre", "the back fence"],
    },
];

/// Who talks.
pub(super) const NAMES: &[&str] = &[
    "Ada", "Ahmet", "Amélie", "Björn", "Bruno", "Chiara", "Chidi", "Dana", "Dmitri", "Elif",
    "Emeka", "Farah", "Finn", "Grace", "Hana", "Hiroshi", "Ines", "Ivo", "Jonas", "Jun", "Kofi",
    "Lars", "Leila", "Linus", "Łukasz", "Mei", "Mira", "Nadia", "Noor", "Olga", "Oskar", "Paula",
    "Priya", "Quentin", "Rosa", "Sam", "Søren", "Tomás", "Wren", "Yuki", "Zoë",
];

/// What stands under messages, the usual ones more often.
pub(super) const EMOJIS: &[&str] = &[
    "👍", "👍", "👍", "❤️", "❤️", "😂", "😂", "🎉", "👀", "🙏", "🤔", "🚀", "🌱", "🥖", "🚂", "🎛️",
];
