//! Graphs of rows: a parent and its children, and five levels, under keys that are
//! minted before and under keys that the database counts.

pub(crate) mod diesel_async_ways;
pub(crate) mod diesel_ways;
pub(crate) mod rows;
pub(crate) mod seaorm_ways;
mod shape;
mod tokio_postgres_ways;

use std::fmt;
use std::time::{Duration, Instant};

use test_servers::Durability;

use crate::Failure;
use crate::measure::in_turns;
use crate::network::Network;
use crate::scale::Scale;
use crate::store::{Admin, Database, Store};

pub use shape::Shape;

/// How many children a parent has.
pub const CHILDREN: usize = 10;

/// How long a packet is on its way, where there is latency.
const DELAY: Duration = Duration::from_micros(500);

/// How many graphs are inserted to count what is sent for them.
const COUNTED: usize = 20;

/// Whose query builder it is, or whose client where SQL is written by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orm {
    /// Diesel; on MariaDB the client of diesel-async, which blocks.
    Diesel,
    /// diesel-async.
    DieselAsync,
    /// SeaORM.
    SeaOrm,
    /// tokio-postgres.
    TokioPostgres,
}

impl fmt::Display for Orm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Diesel => "Diesel",
            Self::DieselAsync => "diesel-async",
            Self::SeaOrm => "SeaORM",
            Self::TokioPostgres => "tokio-postgres",
        })
    }
}

/// Who gives rows their keys, and in how many statements they are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Minted; a transaction for each graph, in it a statement for each table.
    Minted,
    /// The same, sent without waiting for answers.
    MintedPipelined,
    /// Minted; a statement for each table, for all graphs.
    MintedTogether,
    /// The database's; a transaction for each graph, in it the parent, whose key
    /// is read back, and a statement for its children. With more levels, the keys
    /// of each are read back, and the next one waits for them.
    Counted,
    /// The database's; each graph as SeaORM saves one, a statement for each row.
    CountedSaved,
    /// The database's; all parents in a statement that returns their keys, and
    /// all children in another one.
    CountedTogether,
}

impl Way {
    /// Whether keys are minted.
    #[must_use]
    pub const fn is_minted(self) -> bool {
        matches!(self, Self::Minted | Self::MintedPipelined | Self::MintedTogether)
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Minted => "minted, graph by graph",
            Self::MintedPipelined => "minted, graph by graph, pipelined",
            Self::MintedTogether => "minted, all graphs together",
            Self::Counted => "counted, graph by graph",
            Self::CountedSaved => "counted, each graph by `save`",
            Self::CountedTogether => "counted, all graphs together",
        })
    }
}

/// A way that can be gone.
pub(crate) struct Inserter {
    pub(crate) orm: Orm,
    pub(crate) way: Way,
    /// Inserts so many graphs.
    pub(crate) insert: Box<dyn FnMut(usize) -> Result<(), Failure>>,
    /// How many statements the client says that it has sent since the last time, but for
    /// those of transactions.
    pub(crate) sent: Box<dyn FnMut() -> u64>,
}

/// What a client has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Statements that were executed, but for those of transactions.
    pub statements: u64,
    /// How often the client waited for the server; `None` where there is no
    /// network between.
    pub trips: Option<u64>,
}

/// What came of a way.
#[derive(Clone, Debug)]
pub struct Inserted {
    /// Through what.
    pub orm: Orm,
    /// How.
    pub way: Way,
    /// What was sent for so many graphs as were counted.
    pub traffic: Traffic,
    /// How long all graphs took, in ms, in each round.
    pub millis: Vec<f64>,
}

/// What was measured on a database.
#[derive(Clone, Debug)]
pub struct Graphs {
    /// Which one.
    pub database: Database,
    /// With which graphs.
    pub shape: Shape,
    /// Its version.
    pub version: String,
    /// For how many of them it was counted what is sent. It is the same for each.
    pub counted: usize,
    /// Whether there was latency.
    pub distant: bool,
    /// The ways.
    pub ways: Vec<Inserted>,
}

/// A way that has its turns.
struct Contender {
    shape: Shape,
    inserter: Inserter,
    /// What its connection goes through, where that is counted.
    network: Option<Network>,
    /// None until it is counted.
    traffic: Option<Traffic>,
    millis: Vec<f64>,
}

/// Measures all ways on a database: on this machine, and deep graphs with latency as well. These
/// are measured on PostgreSQL.
///
/// # Errors
/// Those of the database; and if rows are missing, or without their parent.
pub fn measure(database: Database, shape: Shape, scale: &Scale) -> Result<Vec<Graphs>, Failure> {
    let store = Store::open(database, Durability::None)?;
    let mut admin = Admin::connect(&store)?;
    admin.execute(&shape.tables(database))?;
    let near = measure_at(&store, &mut admin, shape, None, scale)?;
    if shape == Shape::Wide {
        return Ok(vec![near]);
    }
    let far = measure_at(&store, &mut admin, shape, Some(DELAY), scale)?;
    Ok(vec![near, far])
}

fn measure_at(
    store: &Store,
    admin: &mut Admin,
    shape: Shape,
    delay: Option<Duration>,
    scale: &Scale,
) -> Result<Graphs, Failure> {
    let database = store.database;
    let rounds = if delay.is_some() { scale.distant_rounds } else { scale.graph_rounds };
    let ways = match shape {
        Shape::Wide => {
            [diesel_ways::ways(database), diesel_async_ways::ways(database), &seaorm_ways::WAYS]
                .concat()
        }
        Shape::Deep => tokio_postgres_ways::WAYS.to_vec(),
    };
    let counted = scale.graphs.min(COUNTED);
    let mut contenders = Vec::new();
    for (orm, way) in ways {
        let connect = |url: &str| match orm {
            Orm::DieselAsync => diesel_async_ways::connect(url, way),
            Orm::SeaOrm => seaorm_ways::connect(database, url, way),
            Orm::TokioPostgres => tokio_postgres_ways::connect(url, way),
            Orm::Diesel => diesel_ways::connect(database, url, way),
        };
        // A network is what counts best; without latency it is there for that
        // alone, and out of the way when time is measured.
        let counting = store.behind(delay.unwrap_or_default())?;
        let url = counting.as_ref().map_or_else(|| store.url(), |(_, url)| url.clone());
        let network = counting.map(|(network, _)| network);
        let mut contender = Contender {
            shape,
            inserter: connect(&url)?,
            network,
            traffic: None,
            millis: Vec::new(),
        };
        // What is prepared is prepared then.
        contender.insert(admin, 2)?;
        contender.traffic = None;
        contender.insert(admin, counted)?;
        if delay.is_none() && contender.network.is_some() {
            contender.inserter = connect(&store.url())?;
            contender.insert(admin, 2)?;
        }
        contender.millis.clear();
        contenders.push(contender);
    }
    in_turns(&mut contenders, rounds, |contender| contender.insert(admin, scale.graphs))?;
    Ok(Graphs {
        database,
        shape,
        version: admin.version()?,
        counted,
        distant: delay.is_some(),
        ways: contenders.into_iter().map(Contender::into_inserted).collect(),
    })
}

impl Contender {
    /// Inserts graphs, checks them, and removes them.
    fn insert(&mut self, admin: &mut Admin, graphs: usize) -> Result<(), Failure> {
        if let Some(network) = &self.network {
            network.take();
        }
        (self.inserter.sent)();
        let began = Instant::now();
        (self.inserter.insert)(graphs)?;
        self.millis.push(began.elapsed().as_secs_f64() * 1_000.0);
        let sent = (self.inserter.sent)();
        let trips = self.network.as_ref().map(Network::take);
        self.traffic.get_or_insert(Traffic { statements: sent, trips });
        self.check(admin, graphs)
    }

    /// All rows are there, each with its parent.
    fn check(&self, admin: &mut Admin, graphs: usize) -> Result<(), Failure> {
        let Inserter { orm, way, .. } = self.inserter;
        let mut tables: Vec<String> = Vec::new();
        for level in self.shape.levels() {
            let table = level.table(way.is_minted());
            let parents = tables.last().map_or_else(String::new, |parents| {
                format!(" AS child JOIN {parents} AS parent ON child.parent_id = parent.id")
            });
            let found =
                admin.number(&format!("SELECT count(*) AS number FROM {table}{parents}"))?;
            if found != (graphs * level.rows) as i64 {
                return Err(format!("{orm}, {way}: {found} {table} of {graphs} graphs").into());
            }
            tables.push(table);
        }
        // The next turn begins with empty tables.
        let deletes: Vec<_> =
            tables.iter().rev().map(|table| format!("DELETE FROM {table};")).collect();
        admin.execute(&match admin {
            Admin::Postgres(_) => format!("TRUNCATE {}", tables.join(", ")),
            _ => deletes.concat(),
        })
    }

    fn into_inserted(self) -> Inserted {
        let Inserter { orm, way, .. } = self.inserter;
        Inserted { orm, way, traffic: self.traffic.unwrap_or_default(), millis: self.millis }
    }
}
