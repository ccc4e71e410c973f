//! The regular expressions and the format of a text form.

use std::ops::RangeInclusive;

use snowflake_kit_core::__private::{Raw, Width, encode_block};
use snowflake_kit_core::{Detail, Encoding, PublicForm, Shape, Text};

/// The regular expression that matches the texts of a form and nothing else.
///
/// It is anchored, and matches neither 0 nor 2^63. It contains only character classes, groups,
/// `|` and counted repetition, which have the same meaning in every regular expression engine. So
/// you can also use it in a `CHECK` of a database column, or as the `pattern` of a form field.
///
/// In Python, Perl, PCRE, Java and MySQL, `$` also matches before a line break at the very end. In
/// ECMAScript, on which schemas rely, and in Rust, Go and PostgreSQL it does not. No pattern refuses
/// that line break in all of them: what they have in common (`^`, `$`, `\b` and what takes
/// characters) cannot tell it from the end of the text, `\z` is an error in ECMAScript, and
/// look-ahead is an error in Rust and Go, and in what is built on these, such as pydantic. So:
///
/// - In a schema, `maxLength` also counts. It refuses the line break after each text of a fixed
///   length, which is every form but the decimal one.
/// - For decimal texts, and wherever you use the pattern alone in one of these engines, ask for the
///   whole text: `re.fullmatch` in Python, `matches()` in Java, the modifier `D` in PCRE.
///
/// ```
/// use snowflake_kit_core::Text;
///
/// assert_eq!(
///     snowflake_kit_openapi::pattern(Text::HEX.with_prefix("usr_")),
///     "^usr_(0(0(0(0(0(0(0(0(0(0(0(0(0(0(0[1-9a-f]\
///      |[1-9a-f][0-9a-f])|[1-9a-f][0-9a-f]{2})|[1-9a-f][0-9a-f]{3})\
///      |[1-9a-f][0-9a-f]{4})|[1-9a-f][0-9a-f]{5})|[1-9a-f][0-9a-f]{6})\
///      |[1-9a-f][0-9a-f]{7})|[1-9a-f][0-9a-f]{8})|[1-9a-f][0-9a-f]{9})\
///      |[1-9a-f][0-9a-f]{10})|[1-9a-f][0-9a-f]{11})|[1-9a-f][0-9a-f]{12})\
///      |[1-9a-f][0-9a-f]{13})|[1-9a-f][0-9a-f]{14})|[1-7][0-9a-f]{15})$",
/// );
/// ```
pub fn pattern(shape: impl Into<Shape>) -> String {
    let shape = shape.into();
    let text = shape.text();
    if shape.width() == Width::U128 {
        return uuid_pattern(shape);
    }
    let number = group(&Alphabet::of(text.encoding()).numbers(shape));
    let digits = match shape.public() {
        None => number,
        Some(form) => {
            let public = match form {
                PublicForm::Permuted => format!("[A-Z]{number}"),
                _ => group(&Alphabet::of(shape.encoding()).words(text)).repeat(2),
            };
            if shape.accepts_plain() { group(&[public, number]) } else { public }
        }
    };
    format!("^{}{digits}$", text.prefix())
}

/// A regular expression of one line for the texts of a form: the prefix, and the characters with
/// their number. It also matches 0 and what is larger than the largest ID, which [`pattern`] does
/// not.
///
/// ```
/// use snowflake_kit_core::Text;
/// use snowflake_kit_openapi::brief_pattern;
///
/// assert_eq!(brief_pattern(Text::DECIMAL), "^[1-9][0-9]{0,18}$");
/// assert_eq!(brief_pattern(Text::BASE62.with_prefix("usr_")), "^usr_[0-9A-Za-z]{11}$");
/// ```
pub fn brief_pattern(shape: impl Into<Shape>) -> String {
    let shape = shape.into();
    let text = shape.text();
    if shape.width() == Width::U128 {
        return uuid_pattern(shape);
    }
    let number = Alphabet::of(text.encoding()).brief(shape);
    let digits = match shape.public() {
        None => number,
        Some(form) => {
            let public = if form == PublicForm::Permuted {
                format!("[A-Z]{number}")
            } else {
                let count = shape.max_len() - text.prefix().len();
                Alphabet::of(shape.encoding()).any(count..=count)
            };
            if shape.accepts_plain() { group(&[public, number]) } else { public }
        }
    };
    format!("^{}{digits}$", text.prefix())
}

/// The regular expression of the texts of UUIDs.
fn uuid_pattern(shape: Shape) -> String {
    let characters = match shape.encoding() {
        Encoding::Base32 => {
            let alphabet = Alphabet(shape.alphabet().as_bytes());
            alphabet.one_of(0..=7) + &alphabet.any(25..=25)
        }
        _ => [8, 4, 4, 4, 12].map(|count| format!("[0-9a-f]{{{count}}}")).join("-"),
    };
    format!("^{}{characters}$", shape.text().prefix())
}

/// The keyword that names the ID type, also where a schema is written in place: by it, generators of
/// clients can tell two IDs apart.
pub(crate) const BRAND: &str = "x-brand";

/// The format of IDs that are numbers.
pub(crate) const fn integer_format(width: Width) -> &'static str {
    match width {
        Width::I16 | Width::I32 => "int32",
        Width::I64 | Width::U128 => "int64",
    }
}

/// The pattern for this much detail.
pub(crate) fn pattern_of(shape: Shape, detail: Detail) -> String {
    if detail == Detail::Exact { pattern(shape) } else { brief_pattern(shape) }
}

/// The format of a form in schemas, by which generators of clients can choose a type. `snowflake`
/// is that of Discord's own description: a decimal string.
///
/// `uuid` is that of JSON Schema, without a prefix; and a counted ID in a string is an integer there.
pub(crate) const fn format(shape: Shape) -> &'static str {
    match (shape.width(), shape.text().encoding()) {
        (Width::U128, Encoding::Base32) => return "typeid",
        (Width::U128, _) if shape.text().prefix().is_empty() => return "uuid",
        (Width::U128, _) => return "prefixed-uuid",
        (Width::I16 | Width::I32, Encoding::Decimal) if shape.public().is_none() => {
            return integer_format(shape.width());
        }
        _ => {}
    }
    match (shape.public(), shape.text().encoding()) {
        (Some(PublicForm::Permuted), _) => "snowflake-permuted",
        (Some(_), _) => "snowflake-sealed",
        (None, Encoding::Base62) => "snowflake-base62",
        (None, Encoding::Base32) => "snowflake-base32",
        (None, Encoding::Hex) => "snowflake-hex",
        (None, _) if shape.text().prefix().is_empty() => "snowflake",
        (None, _) => "snowflake-decimal",
    }
}

/// The characters of an encoding, in the order of their values.
struct Alphabet(&'static [u8]);

impl Alphabet {
    /// The digits of IDs.
    fn numbers(&self, shape: Shape) -> Vec<String> {
        let plain = Shape::of(shape.text()).with_width(shape.width());
        let [first, last] = [1, shape.width().max()].map(|id| {
            let text = plain.encode(Raw::I64(id.cast_signed()));
            self.values(&text.as_bytes()[shape.text().prefix().len()..])
        });
        if first.len() == last.len() { self.between(&first, &last) } else { self.up_to(&last) }
    }

    /// As many digits as IDs have.
    fn brief(&self, shape: Shape) -> String {
        let plain = Shape::of(shape.text()).with_width(shape.width());
        let lengths = [plain.min_len(), plain.max_len()];
        let [min, max] = lengths.map(|len| len - shape.text().prefix().len());
        if min == max {
            return self.any(max..=max);
        }
        self.one_of(1..=self.max()) + &self.any(0..=max - 1)
    }

    /// The digits of words of 64 bits.
    fn words(&self, text: Text) -> Vec<String> {
        let text = Text::new(text.encoding());
        let [first, last] = [0, u64::MAX].map(|word| {
            let block = encode_block(text, [word, word]);
            self.values(&block.as_bytes()[..block.len() / 2])
        });
        self.between(&first, &last)
    }

    const fn of(encoding: Encoding) -> Self {
        Self(encoding.alphabet().as_bytes())
    }

    fn values(&self, digits: &[u8]) -> Vec<usize> {
        digits.iter().filter_map(|digit| self.0.iter().position(|each| each == digit)).collect()
    }

    fn max(&self) -> usize {
        self.0.len() - 1
    }

    /// The strings between two of the same width, both included, as branches
    /// of an alternation.
    fn between(&self, first: &[usize], last: &[usize]) -> Vec<String> {
        let (Some((&low, after_low)), Some((&high, after_high))) =
            (first.split_first(), last.split_first())
        else {
            return vec![String::new()];
        };
        if low == high {
            let rest = self.between(after_low, after_high);
            return vec![self.one_of(low..=low) + &group(&rest)];
        }
        // At both ends a character is a branch of its own if not everything
        // may follow it. Those in between have a branch together.
        let (min, max) = (vec![0; after_low.len()], vec![self.max(); after_high.len()]);
        let mut branches = Vec::new();
        let mut middle = (low, high);
        if after_low != min {
            branches.push(self.one_of(low..=low) + &group(&self.between(after_low, &max)));
            middle.0 += 1;
        }
        let mut above = None;
        if after_high != max {
            above = Some(self.one_of(high..=high) + &group(&self.between(&min, after_high)));
            middle.1 -= 1;
        }
        if middle.0 <= middle.1 {
            branches.push(
                self.one_of(middle.0..=middle.1) + &self.any(after_low.len()..=after_low.len()),
            );
        }
        branches.extend(above);
        branches
    }

    /// The numbers from 1 to `last`, without leading zeros.
    fn up_to(&self, last: &[usize]) -> Vec<String> {
        // Anything shorter, then those that are as long.
        let shorter = self.one_of(1..=self.max()) + &self.any(0..=last.len() - 2);
        let mut first = vec![0; last.len()];
        first[0] = 1;
        let mut branches = vec![shorter];
        branches.extend(self.between(&first, last));
        branches
    }

    /// A class of the characters with these values.
    fn one_of(&self, values: RangeInclusive<usize>) -> String {
        let characters = &self.0[values];
        if let [only] = characters {
            return char::from(*only).to_string();
        }
        let mut class = String::from("[");
        for run in characters.chunk_by(|left, right| left + 1 == *right) {
            class.push(char::from(run[0]));
            // A hyphen between neighbours would only make it longer.
            if run.len() > 2 {
                class.push('-');
            }
            if run.len() > 1 {
                class.push(char::from(run[run.len() - 1]));
            }
        }
        class + "]"
    }

    /// So many characters, whichever.
    fn any(&self, count: RangeInclusive<usize>) -> String {
        let class = self.one_of(0..=self.max());
        match (*count.start(), *count.end()) {
            (_, 0) => String::new(),
            (1, 1) => class,
            (min, max) if min == max => format!("{class}{{{max}}}"),
            (min, max) => format!("{class}{{{min},{max}}}"),
        }
    }
}

/// Puts branches together, in parentheses if there are several.
fn group(branches: &[String]) -> String {
    match branches {
        [only] => only.clone(),
        _ => format!("({})", branches.join("|")),
    }
}
