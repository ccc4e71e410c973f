use snowflake_kit::Layout;

const ORDERS: Layout = Layout::builder("orders")
    .epoch_date(2026, 1, 1)
    .time_bits(42)
    .node_bits(10)
    .sequence_bits(12)
    .build();

fn main() {
    println!("{ORDERS}");
}
