//! The newest servers that Debian has, in folders of their own, and the tests on them.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_servers::{is_root, works};

use crate::diesel;
use crate::run::{Failed, root, run};
use crate::tests::task;

/// A server, and what clients of it tests need.
struct Programs {
    name: &'static str,
    packages: &'static [&'static str],
    /// Where the packages have them. `*` is any version.
    folders: &'static [&'static str],
    /// How the names of those begin that are used. There are others of other packages.
    prefixes: &'static [&'static str],
}

const POSTGRES: Programs = Programs {
    name: "postgresql",
    packages: &["postgresql", "postgresql-client"],
    folders: &["usr/lib/postgresql/*/bin"],
    prefixes: &[""],
};
const MYSQL: Programs = Programs {
    name: "mysql",
    packages: &["mysql-server-core", "mysql-client-core"],
    folders: &["usr/sbin", "usr/bin"],
    prefixes: &["my"],
};
const MARIADB: Programs = Programs {
    name: "mariadb",
    packages: &["mariadb-server-core", "mariadb-client"],
    folders: &["usr/sbin", "usr/bin"],
    prefixes: &["mariadb", "my_", "resolveip"],
};
const ETCD: Programs = Programs {
    name: "etcd",
    packages: &["etcd-server", "etcd-client"],
    folders: &["usr/bin"],
    prefixes: &["etcd"],
};

/// What is tested together.
const ROUNDS: [(&str, [Programs; 3]); 2] =
    [("mysql", [POSTGRES, MYSQL, ETCD]), ("mariadb", [POSTGRES, MARIADB, ETCD])];

/// The release of Debian, and where it keeps what it signs packages with.
const SOURCE: &str = "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] \
                      http://deb.debian.org/debian sid main\n";

/// The tests of `stores` with each set of servers, or with the one that the first argument names.
pub(crate) fn test(arguments: &[String]) -> Result<(), Failed> {
    let named = |name: &str| ROUNDS.iter().any(|(round, _)| *round == name);
    let (only, arguments) = match arguments {
        [first, rest @ ..] if named(first) => (Some(first.as_str()), rest),
        all => (None, all),
    };
    let diesel = diesel::program()?;
    let mut failed = Vec::new();
    for (name, servers) in &ROUNDS {
        if only.is_some_and(|only| only != *name) {
            continue;
        }
        let mut path = Vec::new();
        for programs in servers {
            path.push(programs.get()?);
        }
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let path = env::join_paths(path).map_err(|error| Failed(error.to_string()))?;
        let tests = task("stores").args(arguments).env("PATH", path);
        let tests = tests.env("SNOWFLAKE_DIESEL", &diesel);
        // A second set shows more than that the first one failed.
        if let Err(Failed(why)) = tests.run() {
            failed.push(format!("{name}: {why}"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failed(failed.join("; "))) }
}

impl Programs {
    /// The folder with links to them. What is there already is used: delete the folder of the
    /// server to have a newer one.
    fn get(&self) -> Result<PathBuf, Failed> {
        let home = root().join("target/servers").join(self.name);
        let programs = home.join("programs");
        if programs.exists() {
            return Ok(programs);
        }
        // What is there of a run that failed.
        let _ = fs::remove_dir_all(&home);
        let files = home.join("files");
        for package in self.download(&home)? {
            quietly(Command::new("dpkg-deb").arg("-x").args([&package, &files]))?;
        }
        let _ = fs::remove_dir_all(home.join("apt"));
        let links = home.join("links");
        create(&links)?;
        for folder in self.folders {
            for program in list(&expand(&files, folder)?)? {
                let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if self.prefixes.iter().any(|prefix| name.starts_with(prefix)) {
                    own_libraries(&program, &files)?;
                    // A server of one name in two folders is the same one.
                    let _ = symlink(&program, links.join(name));
                }
            }
        }
        // Last: it says that all of them are there.
        fs::rename(&links, &programs).map_err(|error| failed(&links, &error))?;
        Ok(programs)
    }

    /// The packages and all that they depend on, from their release and not from this system's.
    fn download(&self, home: &Path) -> Result<Vec<PathBuf>, Failed> {
        for (program, package) in
            [("apt-get", "apt"), ("dpkg-deb", "dpkg"), ("patchelf", "patchelf")]
        {
            installed(program, package)?;
        }
        let apt = home.join("apt");
        let packages = apt.join("archives");
        for folder in [&packages, &apt.join("lists"), &apt.join("etc")] {
            create(&folder.join("partial"))?;
        }
        let sources = apt.join("sources.list");
        for (file, content) in [(&sources, SOURCE), (&apt.join("status"), "")] {
            fs::write(file, content).map_err(|error| failed(file, &error))?;
        }
        let options = [
            ("Dir::State", apt.clone()),
            ("Dir::State::status", apt.join("status")),
            ("Dir::State::lists", apt.join("lists")),
            ("Dir::Cache", apt.clone()),
            ("Dir::Cache::archives", packages.clone()),
            ("Dir::Etc", apt.join("etc")),
            ("Dir::Etc::sourcelist", sources),
            ("Dir::Etc::sourceparts", "/dev/null".into()),
        ];
        let apt_get = || {
            let options =
                options.iter().map(|(name, path)| format!("--option={name}={}", path.display()));
            run("apt-get", options).args(["--quiet=2", "--no-install-recommends"])
        };
        apt_get().args(["update"]).run()?;
        apt_get().args(["install", "--download-only", "--yes"]).args(self.packages).run()?;
        let mut files = list(&packages)?;
        files.retain(|file| file.extension().is_some_and(|it| it == "deb"));
        Ok(files)
    }
}

/// A program that this task needs.
fn installed(program: &str, package: &str) -> Result<(), Failed> {
    if works(Command::new(program).arg("--version")) {
        return Ok(());
    }
    if is_root() {
        run("apt-get", ["install", "--yes", "--quiet=2", "--no-install-recommends", package])
            .run()?;
    }
    if works(Command::new(program).arg("--version")) {
        return Ok(());
    }
    Err(Failed(format!(
        "`{program}` is missing: install it, on Debian as `apt-get install {package}`, or name \
         servers in SNOWFLAKE_POSTGRES_URL, SNOWFLAKE_MYSQL_URL and SNOWFLAKE_ETCD_URL and run \
         `cargo xtask stores`"
    )))
}

/// Has a program loaded with the libraries beside it, also the one in C that loads all others.
/// This system's may be older.
fn own_libraries(program: &Path, files: &Path) -> Result<(), Failed> {
    let content = fs::read(program).map_err(|error| failed(program, &error))?;
    let is_link = program.is_symlink();
    // Scripts and links to what is a program of its own here.
    if is_link || !content.starts_with(b"\x7fELF") {
        return Ok(());
    }
    let libraries = expand(files, "usr/lib/*-linux-gnu")?;
    let loader = expand(&libraries, "ld-linux-*")?;
    let mut change = Command::new("patchelf");
    change.arg("--set-interpreter").arg(loader).arg("--force-rpath");
    quietly(change.arg("--set-rpath").arg(libraries).arg(program))
}

/// Runs one of many, without a line for each.
fn quietly(command: &mut Command) -> Result<(), Failed> {
    if works(command) { Ok(()) } else { Err(Failed(format!("{command:?}"))) }
}

/// The last path below a folder that fits. `*` stands for any letters of a name.
fn expand(folder: &Path, pattern: &str) -> Result<PathBuf, Failed> {
    let mut found = vec![folder.to_owned()];
    for part in pattern.split('/') {
        let mut next = Vec::new();
        for folder in found {
            for path in list(&folder).unwrap_or_default() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if fits(&name, part) {
                    next.push(path);
                }
            }
        }
        found = next;
    }
    found.pop().ok_or_else(|| Failed(format!("{}: no {pattern}", folder.display())))
}

fn fits(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
    }
}

/// What is in a folder, by name.
fn list(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let entries = fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn create(folder: &Path) -> Result<(), Failed> {
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> Failed {
    Failed(format!("{}: {error}", path.display()))
}
