//! Programs of MariaDB or MySQL: those that come first on the search path.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failed;
use crate::durability::Durability;
use crate::folder::Folder;
use crate::program::{find_first, is_root, own, run, with};

/// Whose server it is.
#[derive(Clone, Copy)]
enum Brand {
    MariaDb,
    MySql,
}

/// The program that runs SQL from its standard input.
#[must_use]
pub fn mysql_client() -> PathBuf {
    first(&["mariadb", "mysql"])
}

/// The program that writes the SQL by which a database can be made again.
#[must_use]
pub fn mysql_dump() -> PathBuf {
    first(&["mariadb-dump", "mysqldump"])
}

/// What succeeds when the server with this port answers.
pub(crate) fn ready(port: u16) -> Command {
    let mut ready = Command::new(first(&["mariadb-admin", "mysqladmin"]));
    ready.args(["--no-defaults", "--host=127.0.0.1", "--user=root", "ping"]);
    ready.arg(format!("--port={port}"));
    ready
}

fn first(names: &[&str]) -> PathBuf {
    find_first(names).unwrap_or_else(|| names[0].into())
}

pub(crate) const SKIP_BINARY_LOG: &str = "--skip-log-bin";

/// A folder with an empty database, and the command line of its server.
pub(crate) fn prepare(
    port: u16,
    durability: Durability,
    variables: &[(String, String)],
) -> Result<(Folder, Vec<String>), Failed> {
    let server = first(&["mariadbd", "mysqld"]);
    // It looks for its own files from where it is, and not from where a link to it is.
    let server = server.canonicalize().unwrap_or(server);
    let brand = if server.ends_with("mysqld") { Brand::MySql } else { Brand::MariaDb };
    let folder = Folder::new("mysql")?;
    own(folder.path(), "mysql")?;
    let data = format!("--datadir={}", folder.path().join("data").display());
    let user: &[&str] = if is_root() { &["--user=mysql"] } else { &[] };
    brand.initialize(&server, &folder, &data, user)?;

    let mut line: Vec<_> = with(variables).collect();
    line.extend([server.display().to_string(), "--no-defaults".to_owned(), data]);
    line.extend(user.iter().map(|&word| word.to_owned()));
    line.extend([
        format!("--port={port}"),
        format!("--socket={}", folder.path().join("socket").display()),
        format!("--pid-file={}", folder.path().join("pid").display()),
        format!("--tmpdir={}", folder.path().display()),
    ]);
    let mut settings = vec![
        "--bind-address=127.0.0.1",
        "--character-set-server=utf8mb4",
        "--max-connections=200",
        SKIP_BINARY_LOG,
    ];
    settings.extend(brand.settings());
    if durability == Durability::None {
        settings.extend(["--innodb-doublewrite=0", "--innodb-flush-log-at-trx-commit=0"]);
    }
    line.extend(settings.into_iter().map(str::to_owned));
    Ok((folder, line))
}

impl Brand {
    fn initialize(
        self,
        server: &Path,
        folder: &Folder,
        data: &str,
        user: &[&str],
    ) -> Result<(), Failed> {
        let (name, mut initialize) = match self {
            Self::MariaDb => {
                let name = "mariadb-install-db";
                let mut script = Command::new(first(&[name]));
                script.args([
                    "--no-defaults",
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db",
                ]);
                // What it installs from: the folder above that of the server.
                if let Some(base) = server.parent().and_then(Path::parent) {
                    script.arg(format!("--basedir={}", base.display()));
                }
                (name, script)
            }
            Self::MySql => {
                let mut initialize = Command::new(server);
                initialize.args([
                    "--no-defaults",
                    "--initialize-insecure",
                    "--log-error-verbosity=1",
                ]);
                ("mysqld --initialize-insecure", initialize)
            }
        };
        // Two that begin at once take the same names.
        initialize.arg(data).args(user).env("TMPDIR", folder.path());
        run(&[name], &mut initialize)
    }

    const fn settings(self) -> &'static [&'static str] {
        match self {
            Self::MariaDb => &["--skip-name-resolve"],
            // Its only root is that of `localhost`, which is a name. Neither a second port nor a
            // folder for files of the server.
            Self::MySql => &["--mysqlx=OFF", "--secure-file-priv=NULL"],
        }
    }
}
