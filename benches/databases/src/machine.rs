//! On what it was measured, and with what.

use std::fs;
use std::process::Command;

/// Lines of a list: name and value.
pub(crate) fn describe() -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism();
    let system = read("/proc/sys/kernel/osrelease");
    vec![
        ("processor", processor()),
        ("cores", cores.map_or_else(|_| "unknown".to_owned(), |cores| cores.to_string())),
        (
            "system",
            system.map_or_else(
                || std::env::consts::OS.to_owned(),
                |release| format!("Linux {release}"),
            ),
        ),
        ("compiler", compiler()),
        ("crates", versions().join(", ")),
    ]
}

/// How many threads wanted to run in the last minute.
pub(crate) fn load() -> Option<String> {
    Some(read("/proc/loadavg")?.split(' ').next()?.to_owned())
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

/// The versions of what is measured, as they are in the lock file.
fn versions() -> Vec<String> {
    const LOCK: &str = include_str!("../../../Cargo.lock");
    const MEASURED: [&str; 6] = ["diesel", "diesel-async", "sea-orm", "sqlx", "ulid", "uuid"];
    let packages = LOCK.split("[[package]]").skip(1);
    packages
        .filter_map(|package| {
            let value = |key: &str| {
                let line = package.lines().find_map(|line| line.strip_prefix(key))?;
                Some(line.trim_start_matches(" = ").trim_matches('"'))
            };
            let (name, version) = (value("name")?, value("version")?);
            MEASURED.contains(&name).then(|| format!("{name} {version}"))
        })
        .collect()
}
