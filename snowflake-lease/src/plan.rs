//! The settings of a lease.

use core::time::Duration;

use snowflake_kit_core::{Layout, Limits};
use snowflake_kit_mint::__private::process_name;

use crate::error::ClaimError;
use crate::protocol::LeaseTerms;
use crate::{deadline, record};

#[derive(Clone, Debug)]
pub(super) struct LeasePlan {
    pub(super) space: String,
    pub(super) term: Duration,
    pub(super) renewal: Duration,
    pub(super) max_skew: Duration,
    /// The first and the last node number.
    pub(super) nodes: (u32, u32),
    /// Whether the last one is a default.
    pub(super) is_open: bool,
    /// The layouts in use.
    pub(super) layouts: Vec<Layout>,
    /// The values of the node's highest named parts.
    pub(super) within: Vec<(&'static str, u32)>,
    pub(super) preferred: Option<u32>,
    pub(super) limits: Option<Limits>,
    pub(super) holder: String,
    pub(super) seed: Option<u64>,
}

impl Default for LeasePlan {
    fn default() -> Self {
        let LeaseTerms { term, max_skew } = LeaseTerms::default();
        Self {
            space: "default".to_owned(),
            term,
            renewal: Duration::ZERO,
            max_skew,
            nodes: (0, LAST_NODE),
            is_open: true,
            layouts: Vec::new(),
            within: Vec::new(),
            preferred: None,
            limits: None,
            holder: process_name(),
            seed: None,
        }
    }
}

impl LeasePlan {
    /// The terms for the protocol. A lease must reach as far as the IDs minted under it, so the
    /// lead is added to the term.
    pub(super) fn terms(&self) -> LeaseTerms {
        let lead = self.limits.unwrap_or_default().max_lead;
        LeaseTerms { term: self.term.saturating_add(lead), max_skew: self.max_skew }
    }

    pub(super) fn limit(&self) -> Duration {
        deadline::of_term(self.term)
    }

    /// With the default layout, which a node that is installed has to fit if no other is named.
    pub(super) fn or_default_layout(mut self) -> Self {
        if self.layouts.is_empty() && self.within.is_empty() {
            self.layouts.push(Layout::DEFAULT);
        }
        self
    }

    pub(super) fn checked(mut self) -> Result<Self, ClaimError> {
        let refuse =
            |name, value: String, expected| Err(ClaimError::Setting { name, value, expected });
        if record::space(&self.space).is_err() {
            let expected = "1 to 100 characters, no control character, no white space around them";
            return refuse("space", format!("{:?}", self.space), expected);
        }
        if self.term < MIN_TERM || self.term > MAX_TERM {
            return refuse("term", format!("{:?}", self.term), "100 ms to 1 day");
        }
        let lead = self.limits.unwrap_or_default().max_lead;
        if lead > MAX_TERM {
            let expected = "at most 1 day, since a node whose holder crashed is out of use for it";
            return refuse("max_lead", format!("{lead:?}"), expected);
        }
        if self.renewal.is_zero() {
            self.renewal = self.term / 3;
        }
        if self.renewal < SHORTEST_RENEWAL {
            return refuse("renewal", format!("{:?}", self.renewal), "at least 1 ms");
        }
        if self.renewal > self.term / 2 {
            let expected = "at most half of the term, so that one renewal may fail";
            return refuse("renewal", format!("{:?}", self.renewal), expected);
        }
        self.holder = record::holder(&self.holder).into_owned();
        if !self.within.is_empty() {
            self.nodes = self.nodes_within()?;
            self.is_open = false;
        }
        if let Some(layout) = self.layouts.iter().min_by_key(|layout| layout.max_node()) {
            let (layout, max) = (layout.name(), layout.max_node());
            let (first, last) = &mut self.nodes;
            if self.is_open && *first <= max {
                *last = max.min(*last);
            }
            if *first <= *last && *last > max {
                return Err(ClaimError::NodesOutOfRange { nodes: *first..=*last, layout, max });
            }
        }
        let (first, last) = self.nodes;
        if first > last {
            let expected = "a range with a node in it; one without an end ends at 1023";
            return refuse("nodes", format!("{first}..={last}"), expected);
        }
        if let Some(node) = self.preferred.filter(|node| !(first..=last).contains(node)) {
            return refuse("preferred_node", node.to_string(), "one of `nodes`");
        }
        Ok(self)
    }
}

impl LeasePlan {
    fn nodes_within(&self) -> Result<(u32, u32), ClaimError> {
        let refused = |expected| {
            let parts = self.within.iter().map(|(part, value)| format!("{part} {value}"));
            let value = parts.collect::<Vec<_>>().join(", ");
            Err(ClaimError::Setting { name: "within", value, expected })
        };
        if !self.is_open || self.nodes.0 != 0 {
            return refused("either `within` or `nodes`");
        }
        let mut nodes = None;
        for layout in &self.layouts {
            let within = layout.nodes_within(&self.within);
            let within =
                within.map_err(|error| ClaimError::NotWithin { layout: layout.name(), error })?;
            if *nodes.get_or_insert_with(|| within.clone()) != within {
                return refused("`layouts` that have these parts at the same place of the node");
            }
        }
        match nodes {
            Some(nodes) => Ok(nodes.into_inner()),
            None => refused("`layouts` with the layouts in use, whose nodes have these parts"),
        }
    }
}

const MIN_TERM: Duration = Duration::from_millis(100);
const SHORTEST_RENEWAL: Duration = Duration::from_millis(1);
const MAX_TERM: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) const LAST_NODE: u32 = Layout::DEFAULT.max_node();
