//! Node numbers, which say in which process an ID was minted.

mod hostname;

use core::fmt;
use core::net::Ipv4Addr;

use snowflake_kit_core::Layout;

use crate::fork::FORKED;

/// A node number, and where it came from.
///
/// Processes that mint at the same time must have different node numbers. So there is no default.
/// The sources:
///
/// | source | numbers differ if |
/// |---|---|
/// | [`Node::fixed`] | you assign them so |
/// | [`Node::from_env`] | the deployment sets the variable differently for each process |
/// | [`Node::from_hostname_ordinal`] | each process is the only one in a pod of one Kubernetes `StatefulSet` (`web-7` is node 7) |
/// | [`Node::from_private_ipv4`] | each process has its own address, in a network not larger than the node field |
///
/// [`install`](crate::install) refuses a number that does not fit the layouts in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    number: u32,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Fixed,
    Env(&'static str),
    Ordinal,
    Lease,
    /// The process does not have its number yet.
    Unclaimed,
    /// The number is the address. The layout says how many of its low bits count.
    PrivateIpv4,
}

impl Node {
    /// This node number.
    pub const fn fixed(number: u32) -> Self {
        Self { number, origin: Origin::Fixed }
    }

    pub(crate) const fn leased(number: u32) -> Self {
        Self { number, origin: Origin::Lease }
    }

    /// What stands for a lease that is not claimed yet.
    pub(crate) const UNCLAIMED: Self = Self { number: u32::MAX, origin: Origin::Unclaimed };

    /// The node number in an environment variable.
    ///
    /// # Errors
    /// [`NodeError::Unset`] and [`NodeError::NotANumber`].
    ///
    /// ```
    /// use snowflake_kit_mint::Node;
    ///
    /// let error = Node::from_env("SNOWFLAKE_NODE").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the environment variable SNOWFLAKE_NODE is not set: set it to a node number, \
    ///      different in each process, such as SNOWFLAKE_NODE=7"
    /// );
    /// ```
    pub fn from_env(variable: &'static str) -> Result<Self, NodeError> {
        let value = std::env::var_os(variable).ok_or(NodeError::Unset { variable })?;
        match value.to_str().and_then(decimal) {
            Some(number) => Ok(Self { number, origin: Origin::Env(variable) }),
            None => {
                Err(NodeError::NotANumber { variable, value: value.to_string_lossy().into_owned() })
            }
        }
    }

    /// The ordinal at the end of this machine's host name, for example 7 on `web-7`, as Kubernetes
    /// names the pods of a `StatefulSet`. [`from_hostname`](Self::from_hostname) says which names
    /// are refused.
    ///
    /// On Linux the kernel tells the name; on other systems it is the environment variable
    /// `HOSTNAME` (on Windows `COMPUTERNAME`).
    ///
    /// # Errors
    /// [`NodeError::NoHostname`] and [`NodeError::NoOrdinal`].
    pub fn from_hostname_ordinal() -> Result<Self, NodeError> {
        Self::from_hostname(&hostname().ok_or(NodeError::NoHostname)?)
    }

    /// The ordinal at the end of a pod's host name, for example 7 for `web-7`, for `web-1-7`, whose
    /// `StatefulSet` is called `web-1`, and for `web-7.web.default.svc.cluster.local`.
    ///
    /// Only the part before the first dot counts. It must look like the name of a `StatefulSet`'s
    /// pod: lower-case letters, digits and hyphens, and after the last hyphen a number of at most
    /// five digits without leading zeros. Names whose number may not differ between machines are
    /// refused:
    ///
    /// | host name | why |
    /// |---|---|
    /// | `ip-10-0-0-7`, of EC2 | it ends in three or more numbers; `ip-10-0-1-7` would also be node 7 |
    /// | `web-5d59d67564-24567` | it is a pod of a Deployment whose random characters happen to be digits |
    /// | `i-12345678`, `job-20261122` | the number has more than five digits |
    ///
    /// # Errors
    /// [`NodeError::NoOrdinal`], which says what is wrong with the name.
    ///
    /// ```
    /// use snowflake_kit_mint::Node;
    ///
    /// assert_eq!(Node::from_hostname("web-7")?.number(10), 7);
    /// assert!(Node::from_hostname("ip-10-0-0-7").is_err());
    /// # Ok::<(), snowflake_kit_mint::NodeError>(())
    /// ```
    pub fn from_hostname(hostname: &str) -> Result<Self, NodeError> {
        match hostname::ordinal(hostname) {
            Ok(number) => Ok(Self { number, origin: Origin::Ordinal }),
            Err(_) => Err(NodeError::NoOrdinal { hostname: hostname.to_owned() }),
        }
    }

    /// The low bits of this machine's private IPv4 address, as many as the layout's node has.
    ///
    /// It is the address of the default route; nothing is sent. **Addresses with the same low bits
    /// collide**: with 10 bits of node, only networks up to /22 are safe.
    ///
    /// # Errors
    /// [`NodeError::NoAddress`] if there is no route, [`NodeError::NotPrivate`]
    /// if the address is not in 10/8, 172.16/12 or 192.168/16.
    pub fn from_private_ipv4() -> Result<Self, NodeError> {
        use std::net::UdpSocket;

        // Connecting a UDP socket only looks up the route.
        let route = || {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
            socket.connect((Ipv4Addr::new(10, 255, 255, 255), 9)).ok()?;
            socket.local_addr().ok()
        };
        match route().map(|address| address.ip()) {
            Some(std::net::IpAddr::V4(address)) => Self::from_ipv4(address),
            _ => Err(NodeError::NoAddress),
        }
    }

    /// The low bits of a private IPv4 address, as many as the layout's node has.
    ///
    /// # Errors
    /// [`NodeError::NotPrivate`] if the address is not in 10/8, 172.16/12 or 192.168/16.
    ///
    /// ```
    /// use snowflake_kit_mint::Node;
    ///
    /// let node = Node::from_ipv4([10, 0, 3, 7].into())?;
    /// assert_eq!(node.number(16), 3 << 8 | 7); // as Sonyflake does
    /// assert_eq!(node.number(10), 3 << 8 | 7);
    /// assert_eq!(node.number(8), 7);
    /// # Ok::<(), snowflake_kit_mint::NodeError>(())
    /// ```
    pub const fn from_ipv4(address: Ipv4Addr) -> Result<Self, NodeError> {
        if address.is_private() {
            Ok(Self { number: address.to_bits(), origin: Origin::PrivateIpv4 })
        } else {
            Err(NodeError::NotPrivate { address })
        }
    }

    /// The node number in a layout with this many node bits. It may be too large for them, except
    /// for addresses, of which only the low bits count.
    pub const fn number(self, node_bits: u8) -> u32 {
        match self.origin {
            Origin::PrivateIpv4 if node_bits < 32 => self.number & ((1 << node_bits) - 1),
            _ => self.number,
        }
    }

    pub(crate) const fn in_layout(self, layout: &Layout) -> Option<u32> {
        let number = self.number(layout.node_bits());
        if number <= layout.max_node() { Some(number) } else { None }
    }

    /// Says so, and what to do.
    pub(crate) fn does_not_fit(
        self,
        max: u32,
        layout: &str,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let advice = match self.origin {
            Origin::Fixed | Origin::PrivateIpv4 => {
                "use one of these, or a layout with more node bits"
            }
            Origin::Env(_) => {
                "set the variable to one of these, or use a layout with more node bits"
            }
            Origin::Ordinal => "run fewer replicas, or use a layout with more node bits",
            Origin::Lease | Origin::Unclaimed => {
                "name the layouts in use with the lease's `layouts([…])`, which claims a number \
                 that fits all of them"
            }
        };
        write!(f, "{self} does not fit the layout `{layout}`, which has 0 to {max}: {advice}")
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            Origin::Fixed => write!(f, "node {}", self.number),
            Origin::Env(variable) => {
                write!(f, "node {} from the environment variable {variable}", self.number)
            }
            Origin::Ordinal => write!(f, "node {} from the host name", self.number),
            Origin::Lease => write!(f, "node {} from a lease", self.number),
            Origin::Unclaimed => f.write_str("a lease that is claimed at the first mint"),
            Origin::PrivateIpv4 => {
                write!(f, "the node from address {}", Ipv4Addr::from_bits(self.number))
            }
        }
    }
}

/// Why there is no node number.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeError {
    /// The environment variable is not set.
    Unset {
        /// Its name.
        variable: &'static str,
    },
    /// The value of the environment variable is not a node number.
    NotANumber {
        /// Its name.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// The machine does not tell its name.
    NoHostname,
    /// The host name is not the name of a `StatefulSet`'s pod, so it has no ordinal.
    NoOrdinal {
        /// The name.
        hostname: String,
    },
    /// The machine has no IPv4 address.
    NoAddress,
    /// The address is not private.
    NotPrivate {
        /// The address.
        address: Ipv4Addr,
    },
    /// The process already has its node.
    AlreadyInstalled {
        /// The node it has.
        installed: Node,
        /// The node that was not installed.
        refused: Node,
    },
    /// The node number does not fit a layout that [`Node::with_layouts`] names; if it names none,
    /// the default one.
    OutOfRange {
        /// The node and where it came from.
        node: Node,
        /// The largest number that fits.
        max: u32,
        /// The layout's name.
        layout: &'static str,
    },
    /// This process is a fork of one that had a node or minted.
    Forked,
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset { variable } => write!(
                f,
                "the environment variable {variable} is not set: set it to a node number, \
                 different in each process, such as {variable}=7"
            ),
            Self::NotANumber { variable, value } => write!(
                f,
                "the environment variable {variable} is {value:?}, which is not a node number: \
                 set it to a number from 0 on, different in each process, such as {variable}=7"
            ),
            Self::NoHostname => f.write_str(
                "this machine does not tell its host name: set the environment variable HOSTNAME \
                 to a name that ends in the node number, such as HOSTNAME=web-7",
            ),
            Self::NoOrdinal { hostname } => {
                write!(
                    f,
                    "the host name {hostname:?} is not that of a pod of a StatefulSet, such as \
                     \"web-7\""
                )?;
                if let Err(wrong) = hostname::ordinal(hostname) {
                    write!(f, " ({wrong})")?;
                }
                f.write_str(
                    ": run the service as a StatefulSet, or take the node number from a lease, \
                     `LeaseBuilder::new(store).install()`, or from the environment, \
                     `Node::from_env(\"SNOWFLAKE_NODE\")`",
                )
            }
            Self::NoAddress => f.write_str(
                "this machine has no IPv4 address: get the node number in another way, such as \
                 `Node::from_env`",
            ),
            Self::NotPrivate { address } => write!(
                f,
                "the address {address} is not a private one (10/8, 172.16/12, 192.168/16), so \
                 another machine may have the same low bits: get the node number in another \
                 way, such as `Node::from_env`"
            ),
            Self::AlreadyInstalled { installed, refused } => write!(
                f,
                "this process already has {installed}, so {refused} was not installed: call \
                 `install` once, at the start"
            ),
            Self::OutOfRange { node, max, layout } => {
                node.does_not_fit(*max, layout, f)?;
                f.write_str(
                    "; if no ID type has this layout, name those in use: \
                     `install(node.with_layouts([UserId::LAYOUT]))`",
                )
            }
            Self::Forked => f.write_str(FORKED),
        }
    }
}

snowflake_kit_core::__debug_is_text!(NodeError);

impl core::error::Error for NodeError {}

/// A decimal number below 2^32, of digits only.
pub fn decimal(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The name of this machine.
pub(crate) fn hostname() -> Option<String> {
    // The kernel's name is right in containers too, and if a shell does not export HOSTNAME.
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    kernel
        .or_else(|| std::env::var("HOSTNAME").ok())
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
}
