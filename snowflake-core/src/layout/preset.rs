//! Published layouts.

use super::Layout;
use super::field::Field;

/// 2015-01-01T00:00:00Z, Discord's epoch.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// 2025-01-01T00:00:00Z.
const EPOCH_2025: i64 = 1_735_689_600_000;

impl Layout {
    /// What [`SnowflakeId`](crate::SnowflakeId) uses unless told otherwise: 41
    /// bits of milliseconds since 2025-01-01, 10 bits of node, 12 bits of
    /// sequence. Ends on 2094-09-07.
    pub const DEFAULT: Self = Self::builder("default")
        .epoch_unix_millis(EPOCH_2025)
        .time_bits(41)
        .node_bits(10)
        .sequence_bits(12)
        .build();

    /// Twitter (X): 41 bits of milliseconds since 2010-11-04T01:42:54.657Z, 5
    /// bits of datacenter, 5 bits of worker, 12 bits of sequence. Ends on
    /// 2080-07-10.
    ///
    /// Source: Twitter's `snowflake-2010` release, `IdWorker.scala`.
    pub const TWITTER: Self = Self::builder("twitter")
        .epoch_unix_millis(1_288_834_974_657)
        .time_bits(41)
        .node_bits(10)
        .node_fields(&[Field::new("datacenter", 5), Field::new("worker", 5)])
        .sequence_bits(12)
        .build();

    /// Discord: 42 bits of milliseconds since 2015-01-01, 5 bits of worker, 5
    /// bits of process, 12 bits of increment. As positive `i64`s its IDs end
    /// on 2084-09-06, as `u64`s on 2154-05-15.
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

    /// Instagram: 41 bits of milliseconds since 2011-08-24T21:07:01.721Z, 13
    /// bits of shard, 10 bits of sequence. As positive `i64`s its IDs end on
    /// 2046-06-27, as `u64`s on 2081-04-30.
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

    /// Sonyflake version 1: 39 bits of 10 ms ticks since 2014-09-01, 8 bits of
    /// sequence, 16 bits of machine (the low field). Ends on 2188-11-16.
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

    /// Sonyflake version 2: as version 1, but with the epoch 2025-01-01. Ends
    /// on 2199-03-19.
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

    /// Mastodon: 48 bits of Unix milliseconds and a 16-bit tail, which
    /// Mastodon fills from a hash and a sequence and this crate from a
    /// sequence alone. There is no node: one generator per table. Ends, as a
    /// positive `i64`, in 6429.
    ///
    /// Source: Mastodon, `lib/mastodon/snowflake.rb`.
    pub const MASTODON: Self = Self::builder("mastodon")
        .epoch_unix_millis(0)
        .full_width()
        .time_bits(48)
        .sequence_bits(16)
        .sequence_fields(&[Field::new("tail", 16)])
        .build();

    /// TSID with its default of 1024 nodes: 42 bits of milliseconds since
    /// 2020-01-01, 10 bits of node, 12 bits of counter. Ends, as a positive
    /// `i64`, on 2089-09-06.
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

    /// FlakeId and goflake: 42 bits of milliseconds since 2015-01-01, 5 bits
    /// of thread, 5 bits of process, 12 bits of increment. Ends as
    /// [`DISCORD`](Self::DISCORD).
    pub const FLAKE_ID: Self = Self::builder("flake-id")
        .epoch_unix_millis(DISCORD_EPOCH)
        .full_width()
        .time_bits(42)
        .node_bits(10)
        .node_fields(&[Field::new("thread", 5), Field::new("process", 5)])
        .sequence_bits(12)
        .sequence_fields(&[Field::new("increment", 12)])
        .build();

    /// `IdGen` for .NET: 41 bits of milliseconds since 2015-01-01, 10 bits of
    /// generator, 12 bits of sequence. Ends on 2084-09-06.
    ///
    /// Source: `RobThree/IdGen`, its default structure.
    pub const IDGEN: Self = Self::builder("idgen")
        .epoch_unix_millis(DISCORD_EPOCH)
        .time_bits(41)
        .node_bits(10)
        .node_fields(&[Field::new("generator", 10)])
        .sequence_bits(12)
        .build();

    /// Baidu uid-generator: 28 bits of seconds since 2016-05-19T16:00:00Z, 22
    /// bits of worker, 13 bits of sequence.
    ///
    /// **Its time is over** since 2024-11-20T13:24:16Z: its IDs can be
    /// decoded, new ones cannot be minted.
    ///
    /// Source: `baidu/uid-generator`, `DefaultUidGenerator` with its
    /// documented defaults.
    pub const BAIDU: Self = Self::builder("baidu")
        .epoch_unix_millis(1_463_673_600_000)
        .tick_millis(1_000)
        .time_bits(28)
        .node_bits(22)
        .node_fields(&[Field::new("worker", 22)])
        .sequence_bits(13)
        .build();

    /// `TraceId` of the elfo actor system: 25 bits of Unix seconds, 16 bits of
    /// node, 12 bits of chunk and a 10-bit counter that starts at 1.
    ///
    /// **Its timestamp wraps** every 2^25 s (388.36 days), so its IDs are
    /// unique and ordered inside a period only
    /// ([`Monotonicity::Periodic`](crate::Monotonicity)), they have no ranges, and
    /// decoding their time takes a reference
    /// ([`unix_millis_before`](Self::unix_millis_before)) and assumes a period
    /// ([`period_start`](Self::period_start)).
    ///
    /// A node mints 4096 chunks of 1023 IDs per second.
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

    /// IDs that JavaScript can hold as numbers: 41 bits of milliseconds since
    /// 2025-01-01, 5 bits of node, 7 bits of sequence, together 53. Ends on
    /// 2094-09-07.
    ///
    /// The price is 32 nodes and 128 IDs per millisecond and node. Where the
    /// IDs travel as strings, which is this project's default, it need not be
    /// paid.
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

    /// The one of [`PRESETS`](Self::PRESETS) with this [name](Self::name), such as
    /// `twitter` or `sonyflake-v2`.
    ///
    /// ```
    /// use snowflake_core::Layout;
    ///
    /// assert_eq!(Layout::preset("discord"), Some(Layout::DISCORD));
    /// assert_eq!(Layout::preset("myspace"), None);
    /// ```
    #[inline]
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.iter().copied().find(|layout| layout.name() == name)
    }
}
