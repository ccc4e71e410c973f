//! On what it was measured, and what.

use std::fs;
use std::process::Command;

/// Lines of a list: name and value.
pub fn describe() -> Vec<(&'static str, String)> {
    vec![
        ("processor", processor()),
        (
            "cores",
            std::thread::available_parallelism().map_or_else(|_| String::new(), |n| n.to_string()),
        ),
        (
            "system",
            read("/proc/sys/kernel/osrelease").map_or_else(
                || std::env::consts::OS.to_owned(),
                |release| format!("Linux {release}"),
            ),
        ),
        (
            "clock of the system",
            read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                .unwrap_or_else(|| "unknown".to_owned()),
        ),
        ("compiler", compiler()),
        ("build", "release, as cargo has it".to_owned()),
    ]
}

fn read(path: &str) -> Option<String> {
    Some(fs::read_to_string(path).ok()?.trim().to_owned())
}

fn processor() -> String {
    let found = read("/proc/cpuinfo").and_then(|info| {
        let field = |name: &str| {
            let line = info.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let (name, family, model) = (field("model name")?, field("cpu family")?, field("model\t")?);
        let hypervisor = field("flags").is_some_and(|flags| flags.contains(" hypervisor"));
        let virtual_ = if hypervisor { ", virtual" } else { "" };
        Some(format!("{name}, family {family}, model {model}{virtual_}"))
    });
    found.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// The versions of what this package names, as they are in the lock file.
pub fn versions() -> Vec<(String, String)> {
    const MANIFEST: &str = include_str!("../Cargo.toml");
    const LOCK: &str = include_str!("../Cargo.lock");
    let named = MANIFEST.split("[dependencies]").nth(1).unwrap_or_default();
    let named = named.lines().take_while(|line| !line.starts_with('['));
    let named: Vec<_> =
        named.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
    let mut versions = Vec::new();
    for package in LOCK.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim_start_matches(" = ").trim_matches('"'))
        };
        let (Some(name), Some(version)) = (value("name"), value("version")) else { continue };
        if named.contains(&name) {
            versions.push((name.to_owned(), version.to_owned()));
        }
    }
    versions
}
