use snowflake_kit::CountedId;

#[derive(CountedId)]
struct CountryId(i32);

fn main() {
    let _ = CountryId::mint();
}
