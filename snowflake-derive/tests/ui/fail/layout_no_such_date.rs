use snowflake_kit::Layout;

const ORDERS: Layout =
    Layout::builder("orders").epoch_date(2026, 2, 30).time_bits(41).node_bits(10).build();

fn main() {
    println!("{ORDERS}");
}
