//! On what it was measured, and with what.

use std::fs;
use std::process::Command;

/// Lines of a list: name and value.
#[must_use]
pub fn describe() -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism();
    let system = read("/proc/sys/kernel/osrelease");
    let clock = read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
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
        ("clock of the system", clock.unwrap_or_else(|| "unknown".to_owned())),
        ("compiler", compiler()),
        ("build", "release, as cargo has it".to_owned()),
    ]
}

/// How many threads wanted to run in the last minute.
#[must_use]
pub fn load() -> Option<String> {
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

/// Name and version of each of these crates, as this lock file has them.
#[must_use]
pub fn versions(lock: &str, wanted: &[&str]) -> Vec<String> {
    let packages = lock.split("[[package]]").skip(1);
    packages
        .filter_map(|package| {
            let value = |key: &str| {
                let line = package.lines().find_map(|line| line.strip_prefix(key))?;
                Some(line.trim_start_matches(" = ").trim_matches('"'))
            };
            let (name, version) = (value("name")?, value("version")?);
            wanted.contains(&name).then(|| format!("{name} {version}"))
        })
        .collect()
}
