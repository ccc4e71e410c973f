//! The host names of a `StatefulSet`'s pods, and names that only look like them.

use core::fmt;

use super::decimal;

/// How many digits an ordinal has at most. A Kubernetes cluster has about as many pods.
const MAX_DIGITS: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// The first label is not allowed as a pod's name.
    Label,
    NoNumber,
    NoName,
    LeadingZero,
    TooLong,
    /// Ends in as many numbers as addresses have.
    Address,
    /// The name of a Deployment's pod whose five random characters are digits.
    Deployment,
}

/// The ordinal in a pod's host name: the number after the last hyphen of the first label.
pub(super) fn ordinal(hostname: &str) -> Result<u32, Wrong> {
    let label = hostname.split('.').next().unwrap_or_default();
    if !is_label(label) {
        return Err(Wrong::Label);
    }
    let (name, digits) = label.rsplit_once('-').ok_or(Wrong::NoNumber)?;
    if !is_number(digits) {
        return Err(Wrong::NoNumber);
    }
    // The name of a set may end in one number, as in `web-1-7`, but not in two.
    if name.rsplit('-').take_while(|part| is_number(part)).count() > 1 {
        return Err(Wrong::Address);
    }
    if name.ends_with('-') || !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return Err(Wrong::NoName);
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return Err(Wrong::LeadingZero);
    }
    if digits.len() > MAX_DIGITS {
        return Err(Wrong::TooLong);
    }
    let before = name.rsplit('-').next().unwrap_or_default();
    if digits.len() == RANDOM && is_template_hash(before) {
        return Err(Wrong::Deployment);
    }
    decimal(digits).ok_or(Wrong::NoNumber)
}

/// Whether Kubernetes allows this as the name of a pod with a host name.
fn is_label(label: &str) -> bool {
    let is_allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    !label.starts_with('-') && label.len() <= 63 && label.bytes().all(is_allowed)
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// How many random characters end the name of a Deployment's pod. In about one of 800 names they
/// are all digits.
const RANDOM: usize = 5;

/// Whether this is the hash in front of those characters. Kubernetes writes a number of 32 bits in
/// decimal with these characters in place of the digits 0 to 9 (`SafeEncodeString` in
/// `k8s.io/apimachinery/pkg/util/rand`). Nearly all such numbers have 8 to 10 digits.
fn is_template_hash(part: &str) -> bool {
    (6..=10).contains(&part.len()) && part.bytes().all(|byte| b"456789bcdf".contains(&byte))
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Label => {
                "its first label is not one of at most 63 lower-case letters, digits and hyphens"
            }
            Self::NoNumber => "it does not end in a hyphen and a number",
            Self::NoName => "before its number there is no name that ends in a letter or digit",
            Self::LeadingZero => "its number begins with a 0",
            Self::TooLong => "its number has more than 5 digits",
            Self::Address => "it ends in three or more numbers, as names made of addresses do",
            Self::Deployment => "a pod of a Deployment has such a name",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Wrong, ordinal};

    #[test]
    fn each_reason_is_the_one_that_is_told() {
        let longest = format!("{}-7", "a".repeat(61));
        assert_eq!(ordinal(&longest), Ok(7));
        for (hostname, wrong) in [
            ("", Wrong::NoNumber),
            ("Web-7", Wrong::Label),
            ("web_a-7", Wrong::Label),
            ("-7", Wrong::Label),
            ("bücher-7", Wrong::Label),
            (&format!("a{longest}"), Wrong::Label),
            ("web", Wrong::NoNumber),
            ("web-", Wrong::NoNumber),
            ("web-x7", Wrong::NoNumber),
            ("web-6d4cf56db6-7xk2p", Wrong::NoNumber),
            ("10-7", Wrong::NoName),
            ("10-0-0-7.default.pod.cluster.local", Wrong::Address),
            ("web--7", Wrong::NoName),
            ("ip-10-0-0-7", Wrong::Address),
            ("ip-10-0-1-7.ec2.internal", Wrong::Address),
            ("web-1-2-3", Wrong::Address),
            ("web-07", Wrong::LeadingZero),
            ("web-00", Wrong::LeadingZero),
            ("i-12345678", Wrong::TooLong),
            ("instance-20261122-114506", Wrong::TooLong),
            ("web-5d59d67564-12345", Wrong::Deployment),
            ("web-6d4cf56db6-57924", Wrong::Deployment),
        ] {
            assert_eq!(ordinal(hostname), Err(wrong), "{hostname}");
        }
    }
}
