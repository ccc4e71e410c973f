//! The layouts of others, and one of your own: which bits mean what.
//! `cargo run -p tour --bin layouts`

use std::error::Error;

use snowflake_kit::core::{Field, UtcTime};
use snowflake_kit::mint::Generator;
use snowflake_kit::{Layout, Node, Snowflake, SnowflakeId};

/// Identifies a message of Discord's.
#[derive(SnowflakeId)]
#[snowflake(layout = "discord")]
struct MessageId(Snowflake);

/// Ten milliseconds to a tick, and a node in two parts. One that does not fit 63
/// bits does not compile.
const SENSORS: Layout = Layout::builder("sensors")
    .epoch_date(2026, 1, 1)
    .tick_millis(10)
    .time_bits(39)
    .node_bits(16)
    .node_fields(&[Field::new("site", 6), Field::new("gateway", 10)])
    .sequence_bits(8)
    .build();

/// Identifies a measurement.
#[derive(SnowflakeId)]
#[snowflake(layout = SENSORS)]
struct ReadingId(Snowflake);

fn main() -> Result<(), Box<dyn Error>> {
    let id: MessageId = "175928847299117063".parse()?;
    println!("Discord's {id}: {}, {:?}", UtcTime(id.unix_millis()), id.parts());

    let node = SENSORS.join_node(&[3, 700])?;
    let ids = Generator::new(SENSORS, Node::fixed(node))?;
    let reading: ReadingId = ids.mint();
    print!("{reading}: {}", UtcTime(reading.unix_millis()));
    for (name, value) in SENSORS.split_node(reading.parts().node) {
        print!(", {name} {value}");
    }
    println!();

    println!("\nlayout       time  node  sequence  tick     IDs per second  ends");
    for layout in Layout::PRESETS.iter().chain([&SENSORS]) {
        println!(
            "{:<12} {:>4}  {:>4}  {:>8}  {:>4} ms  {:>14}  {}",
            layout.name(),
            layout.time_bits(),
            layout.node_bits(),
            layout.sequence_bits(),
            layout.tick_millis(),
            layout.ids_per_second(),
            layout.ends_at().map_or("wraps".to_owned(), |end| UtcTime(end).to_string()),
        );
    }
    Ok(())
}
