//! Where node numbers come from, and what is said when there is none.

use std::env;
use std::net::{Ipv4Addr, UdpSocket};

use snowflake_kit_core::Layout;
use snowflake_kit_mint::{Generator, ManualClock, MintError, Node, NodeError};

use test_processes::alone;

/// What becomes of a node in a layout with ten bits of it.
fn in_default(node: Node) -> Result<u32, MintError> {
    let clock = ManualClock::at(1_767_225_600_000);
    Generator::with_clock(Layout::DEFAULT, node, clock).map(|generator| generator.node())
}

#[expect(unsafe_code, reason = "the process is alone, nothing else reads its environment")]
fn from_env(value: Option<&str>) -> Result<Node, NodeError> {
    const VARIABLE: &str = "SNOWFLAKE_TEST_NODE";
    match value {
        // SAFETY: there is no other thread that uses the environment.
        Some(value) => unsafe { env::set_var(VARIABLE, value) },
        // SAFETY: as above.
        None => unsafe { env::remove_var(VARIABLE) },
    }
    Node::from_env(VARIABLE)
}

#[test]
fn a_fixed_number_is_what_it_is() {
    assert_eq!(in_default(Node::fixed(0)), Ok(0));
    assert_eq!(in_default(Node::fixed(1_023)), Ok(1_023));
    assert_eq!(Node::fixed(7).to_string(), "node 7");
    assert_eq!(
        in_default(Node::fixed(1_024)).unwrap_err().to_string(),
        "node 1024 does not fit the layout `default`, which has 0 to 1023: use one of these, or a \
         layout with more node bits"
    );
}

#[test]
fn a_number_is_read_from_the_environment() {
    alone("a_number_is_read_from_the_environment", || {
        for (value, number) in [("0", 0), ("7", 7), ("007", 7), ("1023", 1_023)] {
            assert_eq!(in_default(from_env(Some(value)).unwrap()), Ok(number));
        }
        let largest = from_env(Some("4294967295")).unwrap();
        assert_eq!(largest.number(32), u32::MAX);
        assert_eq!(
            from_env(Some("7")).unwrap().to_string(),
            "node 7 from the environment variable SNOWFLAKE_TEST_NODE"
        );
        assert_eq!(
            in_default(from_env(Some("1024")).unwrap()).unwrap_err().to_string(),
            "node 1024 from the environment variable SNOWFLAKE_TEST_NODE does not fit the layout \
             `default`, which has 0 to 1023: set the variable to one of these, or use a layout \
             with more node bits"
        );
    });
}

#[test]
fn a_variable_that_is_not_set_is_no_node_zero() {
    alone("a_variable_that_is_not_set_is_no_node_zero", || {
        let error = from_env(None).unwrap_err();
        assert_eq!(error, NodeError::Unset { variable: "SNOWFLAKE_TEST_NODE" });
        assert_eq!(
            error.to_string(),
            "the environment variable SNOWFLAKE_TEST_NODE is not set: set it to a node number, \
             different in each process, such as SNOWFLAKE_TEST_NODE=7"
        );
    });
}

#[test]
fn what_is_no_number_is_refused() {
    alone("what_is_no_number_is_refused", || {
        for value in [
            "",
            " ",
            " 7",
            "7 ",
            "7\n",
            "-1",
            "+7",
            "7.0",
            "0x7",
            "1e3",
            "1_0",
            "seven",
            "٧",
            "4294967296",
            "18446744073709551616",
            "$NODE",
        ] {
            let value = value.to_owned();
            let variable = "SNOWFLAKE_TEST_NODE";
            let error = NodeError::NotANumber { variable, value: value.clone() };
            assert_eq!(from_env(Some(&value)), Err(error));
        }
        for (value, message) in [
            (
                "4294967296",
                "the environment variable SNOWFLAKE_TEST_NODE is \"4294967296\", which is not a \
                 node \
                 number: set it to a number from 0 on, different in each process, such as \
                 SNOWFLAKE_TEST_NODE=7",
            ),
            (
                "a\"\n",
                "the environment variable SNOWFLAKE_TEST_NODE is \"a\\\"\\n\", which is not a node \
                 number: set it to a number from 0 on, different in each process, such as \
                 SNOWFLAKE_TEST_NODE=7",
            ),
        ] {
            assert_eq!(from_env(Some(value)).unwrap_err().to_string(), message);
        }
    });
}

#[cfg(unix)]
#[test]
#[expect(unsafe_code, reason = "the process is alone, nothing else reads its environment")]
fn a_value_that_is_not_utf_8_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    alone("a_value_that_is_not_utf_8_is_refused", || {
        // SAFETY: there is no other thread that uses the environment.
        unsafe { env::set_var("SNOWFLAKE_TEST_NODE", OsStr::from_bytes(b"7\xff")) };
        let value = "7\u{fffd}".to_owned();
        let error = NodeError::NotANumber { variable: "SNOWFLAKE_TEST_NODE", value };
        assert_eq!(Node::from_env("SNOWFLAKE_TEST_NODE"), Err(error));
    });
}

#[test]
fn the_ordinal_is_at_the_end_of_the_host_name() {
    for (hostname, number) in [
        ("web-7", 7),
        ("web-0", 0),
        ("web-10", 10),
        ("my-web-12", 12),
        ("web-1-7", 7),
        ("7up-7", 7),
        ("web7-7", 7),
        ("web-7.web.default.svc.cluster.local", 7),
        ("web-7.web-8.example", 7),
        ("web-7.10-0-0-8.example", 7),
        // A set may be called like this; it has no ten thousand pods.
        ("web-5d59d67564-7", 7),
        ("web-5d59d67564-9999", 9_999),
        ("web-backend-12345", 12_345),
        ("web-99999", 99_999),
    ] {
        assert_eq!(Node::from_hostname(hostname).map(|node| node.number(32)), Ok(number));
    }
    let node = Node::from_hostname("web-7").unwrap();
    assert_eq!(node.to_string(), "node 7 from the host name");
    assert_eq!(
        in_default(Node::from_hostname("web-1024").unwrap()).unwrap_err().to_string(),
        "node 1024 from the host name does not fit the layout `default`, which has 0 to 1023: run \
         fewer \
         replicas, or use a layout with more node bits"
    );
}

#[test]
fn a_host_name_without_an_ordinal_is_refused() {
    for hostname in [
        "",
        "-",
        "web",
        "web-",
        "web-x",
        "web7",
        "web-7a",
        "web-+7",
        "web- 7",
        "web_7",
        "my_web-7",
        "7",
        "-7",
        "web--7",
        "web-.7",
        "web.example-7",
        "Web-7",
        "WEB-7",
        "web-07",
        "web-007",
        "web-100000",
        "web-4294967295",
        "web-4294967296",
        "web-٧",
        "localhost",
        "5f4dcc3b5aa7",
        "1-7",
        "10-0-0-7.default.pod.cluster.local",
        "ip-10-0-0-7",
        "ip-10-0-1-7",
        "ip-10-0-0-7.eu-central-1.compute.internal",
        "web-1-2-7",
        "i-12345678",
        "instance-20261122-114506",
        "api-7d9f8c6b5d-x2x4z",
        "web-6d4cf56db6-7xk2p",
        "web-5d59d67564-12345",
        "web-6d4cf56db6-57924",
        " web-7",
        "web-7 ",
        "web-7\n",
    ] {
        let error = NodeError::NoOrdinal { hostname: hostname.to_owned() };
        assert_eq!(Node::from_hostname(hostname), Err(error));
    }
    assert_eq!(
        Node::from_hostname("ip-10-0-0-7").unwrap_err().to_string(),
        "the host name \"ip-10-0-0-7\" is not that of a pod of a StatefulSet, such as \"web-7\" \
         (it ends in three or more numbers, as names made of addresses do): run the service as a \
         StatefulSet, or take the node number from a lease, `LeaseBuilder::new(store).install()`, or from the \
         environment, `Node::from_env(\"SNOWFLAKE_NODE\")`"
    );
}

/// Whatever it is called here.
#[cfg(target_os = "linux")]
#[test]
fn this_machines_name_is_the_kernels() {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let name = name.trim();
    assert!(!name.is_empty());
    assert_eq!(Node::from_hostname_ordinal(), Node::from_hostname(name));
}

#[test]
fn an_address_gives_its_low_bits_as_many_as_the_layout_has() {
    let node = Node::from_ipv4(Ipv4Addr::new(10, 171, 205, 239)).unwrap();
    for (bits, number) in
        [(0, 0), (1, 1), (8, 239), (10, 0x1ef), (16, 0xcdef), (22, 0x2b_cdef), (32, 0x0aab_cdef)]
    {
        assert_eq!(node.number(bits), number, "{bits} bits");
    }
    assert_eq!(in_default(node), Ok(0x1ef));
    assert_eq!(node.to_string(), "the node from address 10.171.205.239");
}

#[test]
fn an_address_that_others_may_have_too_is_refused() {
    for private in [
        [10, 0, 0, 0],
        [10, 255, 255, 255],
        [172, 16, 0, 1],
        [172, 31, 255, 255],
        [192, 168, 0, 1],
        [192, 168, 255, 255],
    ] {
        assert!(Node::from_ipv4(private.into()).is_ok(), "{private:?}");
    }
    for public in [
        [0, 0, 0, 0],
        [8, 8, 8, 8],
        [9, 255, 255, 255],
        [11, 0, 0, 0],
        [100, 64, 0, 1],
        [127, 0, 0, 1],
        [169, 254, 0, 1],
        [172, 15, 255, 255],
        [172, 32, 0, 0],
        [192, 167, 255, 255],
        [192, 169, 0, 0],
        [255, 255, 255, 255],
    ] {
        let address = public.into();
        assert_eq!(Node::from_ipv4(address), Err(NodeError::NotPrivate { address }));
    }
    assert_eq!(
        Node::from_ipv4(Ipv4Addr::LOCALHOST).unwrap_err().to_string(),
        "the address 127.0.0.1 is not a private one (10/8, 172.16/12, 192.168/16), so \
         another machine may have the same low bits: get the node number in another way, such as \
         `Node::from_env`"
    );
}

/// With or without a network, and whatever its addresses.
#[test]
fn this_machines_address_is_private_or_refused() {
    match Node::from_private_ipv4() {
        Ok(node) => {
            let address = Ipv4Addr::from_bits(node.number(32));
            assert!(address.is_private());
            assert_eq!(Node::from_ipv4(address), Ok(node));
        }
        Err(NodeError::NotPrivate { address }) => assert!(!address.is_private()),
        Err(error) => {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
            assert!(socket.connect((Ipv4Addr::new(10, 255, 255, 255), 9)).is_err());
            assert_eq!(
                error.to_string(),
                "this machine has no IPv4 address: get the node number in another way, such as \
                 `Node::from_env`"
            );
        }
    }
}

#[test]
fn each_error_says_what_to_do() {
    let (installed, refused) = (Node::fixed(7), Node::from_hostname("web-8").unwrap());
    for (error, message) in [
        (
            NodeError::AlreadyInstalled { installed, refused },
            "this process already has node 7, so node 8 from the host name was not installed: \
             call `install` once, at the start",
        ),
        (
            NodeError::Forked,
            "this process was forked from one that had already installed a node or minted, so it \
             mints nothing: install after the fork, or start the child's program with `exec`",
        ),
        (
            NodeError::NoHostname,
            "this machine does not tell its host name: set the environment variable HOSTNAME to a \
             name that ends in the node number, such as HOSTNAME=web-7",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}
