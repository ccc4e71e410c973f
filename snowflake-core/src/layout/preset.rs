//! Published layouts.

use super::Layout;
use super::field::Field;

/// 2015-01-01T00:00:00Z, Discord's epoch.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// 2025-01-01T00:00:00Z.
const EPOCH_2025: i64 = 1_735_689_600_000;

impl Layout {
    /// The default of [`SnowflakeId`](crate::SnowflakeId). The table of [presets](Self#presets) has its
    /// fields, tick, epoch and end.
    pub const DEFAULT: Self = Self::builder("default")
        .epoch_unix_millis(EPOCH_2025)
        .time_bits(41)
        .node_bits(10)
        .sequence_bits(12)
        .build();

    /// Twitter (X), as in [presets](Self#presets).
    ///
    /// Source: Twitter's `snowflake-2010` release, `IdWorker.scala`.
    pub const TWITTER: Self = Self::builder("twitter")
        .epoch_unix_millis(1_288_834_974_657)
        .time_bits(41)
        .node_bits(10)
        .node_fields(&[Field::new("datacenter", 5), Field::new("worker", 5)])
        .sequence_bits(12)
        .build();

    /// Discord, as in [presets](Self#presets). As `u64`, its IDs end on 2154-05-15.
    ///
    /// Source: Discord developer documentation, "Snowflakes".
    pub const DISCORD: Self = Self::builder("discord")
        .epoch_unix_millis(DISCORD_EPOCH)
        .full_width()
        .time_bits(42)
        .node_bits(10)
        .node_fields(&[Field::new("worker", 5), Field::new("process", 5)])
        .sequence_bits(12)
        .sequence_fields(&[Field::new("increment", 12)])
        .build();

    /// Instagram, as in [presets](Self#presets). As `u64`, its IDs end on 2081-04-30.
    ///
    /// Source: Instagram Engineering, "Sharding & IDs at Instagram" (2012).
    pub const INSTAGRAM: Self = Self::builder("instagram")
        .epoch_unix_millis(1_314_220_021_721)
        .full_width()
        .time_bits(41)
        .node_bits(13)
        .node_fields(&[Field::new("shard", 13)])
        .sequence_bits(10)
        .build();

    /// Sonyflake version 1, as in [presets](Self#presets).
    ///
    /// Source: `sony/sonyflake`.
    pub const SONYFLAKE: Self = Self::builder("sonyflake")
        .epoch_unix_millis(1_409_529_600_000)
        .tick_millis(10)
        .time_bits(39)
        .sequence_bits(8)
        .node_bits(16)
        .node_fields(&[Field::new("machine", 16)])
        .build();

    /// Sonyflake version 2: as version 1, but since 2025-01-01.
    ///
    /// Source: `sony/sonyflake`, version 2.
    pub const SONYFLAKE_V2: Self = Self::builder("sonyflake-v2")
        .epoch_unix_millis(EPOCH_2025)
        .tick_millis(10)
        .time_bits(39)
        .sequence_bits(8)
        .node_bits(16)
        .node_fields(&[Field::new("machine", 16)])
        .build();

    /// Mastodon, as in [presets](Self#presets). There is no node, so use one generator per table.
    ///
    /// Mastodon fills the tail from a hash and a sequence, this crate from a sequence alone.
    ///
    /// Source: Mastodon, `lib/mastodon/snowflake.rb`.
    pub const MASTODON: Self = Self::builder("mastodon")
        .epoch_unix_millis(0)
        .full_width()
        .time_bits(48)
        .sequence_bits(16)
        .sequence_fields(&[Field::new("tail", 16)])
        .build();

    /// TSID with its default of 1024 nodes, as in [presets](Self#presets).
    ///
    /// Source: `f4b6a3/tsid-creator`.
    pub const TSID: Self = Self::builder("tsid")
        .epoch_unix_millis(1_577_836_800_000)
        .full_width()
        .time_bits(42)
        .node_bits(10)
        .sequence_bits(12)
        .sequence_fields(&[Field::new("counter", 12)])
        .build();

    /// FlakeId and goflake, as in [presets](Self#presets).
    pub const FLAKE_ID: Self = Self::builder("flake-id")
        .epoch_unix_millis(DISCORD_EPOCH)
        .full_width()
        .time_bits(42)
        .node_bits(10)
        .node_fields(&[Field::new("thread", 5), Field::new("process", 5)])
        .sequence_bits(12)
        .sequence_fields(&[Field::new("increment", 12)])
        .build();

    /// `IdGen` for .NET, as in [presets](Self#presets).
    ///
    /// Source: `RobThree/IdGen`, its default structure.
    pub const IDGEN: Self = Self::builder("idgen")
        .epoch_unix_millis(DISCORD_EPOCH)
        .time_bits(41)
        .node_bits(10)
        .node_fields(&[Field::new("generator", 10)])
        .sequence_bits(12)
        .build();

    /// Baidu uid-generator, as in [presets](Self#presets).
    ///
    /// **It ended** on 2024-11-20T13:24:16Z: you can decode its IDs, but not mint new ones.
    ///
    /// Source: `baidu/uid-generator`, `DefaultUidGenerator` with its documented defaults.
    pub const BAIDU: Self = Self::builder("baidu")
        .epoch_unix_millis(1_463_673_600_000)
        .tick_millis(1_000)
        .time_bits(28)
        .node_bits(22)
        .node_fields(&[Field::new("worker", 22)])
        .sequence_bits(13)
        .build();

    /// `TraceId` of the elfo actor system, as in [presets](Self#presets). The counter starts at 1, so a
    /// node mints 4096 chunks of 1023 IDs per second.
    ///
    /// **Its timestamp wraps around** every 2^25 s, so it is
    /// [`Periodic`](crate::Monotonicity::Periodic). To decode a time,
    /// [`unix_millis_before`](Self::unix_millis_before) needs a reference, which decides the
    /// [period](Self::period_start).
    ///
    /// Source: `elfo-rs/elfo`, `elfo-core/src/tracing`.
    pub const TRACE_ID: Self = Self::builder("trace-id")
        .epoch_unix_millis(0)
        .tick_millis(1_000)
        .periodic()
        .time_bits(25)
        .node_bits(16)
        .sequence_bits(22)
        .sequence_fields(&[Field::new("chunk", 12), Field::new("counter", 10)])
        .counter_from_one(10)
        .build();

    /// IDs of 53 bits, which JavaScript can hold as numbers, as in [presets](Self#presets).
    ///
    /// This allows only 32 nodes, and 128 IDs per ms and node. You do not need it if IDs are strings in
    /// JSON, which is the default.
    pub const ECMASCRIPT: Self = Self::builder("ecmascript")
        .epoch_unix_millis(EPOCH_2025)
        .time_bits(41)
        .node_bits(5)
        .sequence_bits(7)
        .build();

    /// All presets, [`DEFAULT`](Self::DEFAULT) first.
    pub const PRESETS: &'static [Self] = &[
        Self::DEFAULT,
        Self::TWITTER,
        Self::DISCORD,
        Self::INSTAGRAM,
        Self::SONYFLAKE,
        Self::SONYFLAKE_V2,
        Self::MASTODON,
        Self::TSID,
        Self::FLAKE_ID,
        Self::IDGEN,
        Self::BAIDU,
        Self::TRACE_ID,
        Self::ECMASCRIPT,
    ];

    /// The preset with this [name](Self::name), such as `twitter` or `sonyflake-v2`.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    ///
    /// assert_eq!(Layout::preset("discord"), Some(Layout::DISCORD));
    /// assert_eq!(Layout::preset("myspace"), None);
    /// ```
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.iter().find(|layout| layout.name() == name).copied()
    }
}
