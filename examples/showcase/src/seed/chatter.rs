//! What people write: a grammar of templates.

use fastrand::Rng;

use super::guilds::Topic;

/// What a conversation is about.
pub(super) struct Talk {
    topic: &'static Topic,
    thing: &'static str,
    trouble: &'static str,
    templates: &'static Templates,
    /// The next template, so that no message repeats the last one.
    turn: usize,
}

struct Templates {
    openings: &'static [&'static str],
    /// What others say.
    answers: &'static [&'static str],
    /// What who began it says later.
    thanks: &'static [&'static str],
}

const SUBJECTS: &[Templates] = &[
    Templates { openings: TROUBLES, answers: ANSWERS, thanks: THANKS },
    Templates { openings: SUCCESSES, answers: PRAISES, thanks: THANKS },
    Templates { openings: PLANS, answers: VOICES, thanks: DETAILS },
];

const TROUBLES: &[&str] = &[
    "My {thing} {trouble}. Has anybody seen that?",
    "Why is it always my {thing} that {trouble}?",
    "Help: the {thing} {trouble}, and I have no idea why.",
    "Day {number} with the new {thing}. It {trouble}.",
    "Is it normal that a {thing} {trouble}?",
];

const ANSWERS: &[&str] = &[
    "Mine did that too. I had to {remedy}.",
    "Have you tried to {remedy}?",
    "I would {remedy}, and then {remedy}.",
    "Same here, since last week.",
    "It depends. How old is the {thing}?",
    "Somebody at {place} had exactly that.",
    "Whatever you do, do not {remedy}. Ask me how I know.",
    "First {remedy}. If it still {trouble}, come back.",
    "No idea, but following.",
];

const SUCCESSES: &[&str] = &[
    "It works! All it took was to {remedy}.",
    "Look what I found at {place}: a {thing}!",
    "After {number} attempts I have a {thing} that I like.",
    "Small victory: no more {thing} that {trouble}.",
];

const PRAISES: &[&str] = &[
    "That looks great!",
    "Wow. How long did it take?",
    "I want a {thing} like that.",
    "Congratulations, {name}!",
    "Saving this for the weekend.",
    "Did you {remedy} as well?",
];

const PLANS: &[&str] = &[
    "Who comes to {place} on Saturday?",
    "I am at {place} next week. Anybody around?",
    "Shall we all try a {thing} this month?",
    "Somebody gave me {number} of these. Who wants a {thing}?",
];

const VOICES: &[&str] = &[
    "Count me in.",
    "I cannot, my {thing} {trouble}.",
    "What time?",
    "I will bring the {thing}.",
    "Only if somebody brings cake.",
    "See you there!",
    "+1",
];

const DETAILS: &[&str] = &[
    "Around noon, I think.",
    "Great, {name}!",
    "Bring a {thing} if you have one.",
    "I will be the one with the {thing}.",
    "And if it rains, we do it all the same.",
];

const THANKS: &[&str] = &[
    "That was it. Thank you, {name}!",
    "Thanks, all. I will {remedy} and report.",
    "You are the best.",
    "OK, so: {remedy}. Noted.",
    "😅 of course. Thanks!",
];

impl Talk {
    pub(super) fn about(topic: &'static Topic, random: &mut Rng) -> Self {
        Self {
            topic,
            thing: pick(random, topic.things),
            trouble: pick(random, topic.troubles),
            templates: &SUBJECTS[random.usize(..SUBJECTS.len())],
            turn: random.usize(..100),
        }
    }

    pub(super) fn open(&mut self, random: &mut Rng) -> String {
        self.write(self.templates.openings, "", random)
    }

    /// To who began.
    pub(super) fn answer(&mut self, name: &str, random: &mut Rng) -> String {
        self.write(self.templates.answers, name, random)
    }

    /// To who spoke last.
    pub(super) fn thank(&mut self, name: &str, random: &mut Rng) -> String {
        self.write(self.templates.thanks, name, random)
    }

    fn write(&mut self, templates: &[&str], name: &str, random: &mut Rng) -> String {
        let mut rest = templates[self.turn % templates.len()];
        self.turn += 1;
        let mut text = String::new();
        while let Some((before, slot)) = rest.split_once('{') {
            let (slot, after) = slot.split_once('}').expect("a template closes its slots");
            text += before;
            match slot {
                "thing" => text += self.thing,
                "trouble" => text += self.trouble,
                "remedy" => text += pick(random, self.topic.remedies),
                "place" => text += pick(random, self.topic.places),
                "name" => text += name,
                "number" => text += &random.u8(3..20).to_string(),
                _ => unreachable!("there is no slot {slot}"),
            }
            rest = after;
        }
        text + rest
    }
}

/// One of them; there is one.
pub(super) fn pick<'a>(random: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[random.usize(..choices.len())]
}
