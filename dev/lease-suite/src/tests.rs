//! Which tests there are.

/// The tests of an adapter: `every`, `blocking` or `awaited`, and what the database is. A server
/// is `server`, and `awaited_server`; PostgreSQL and SQLite have a few of their own.
///
/// ```text
/// mod postgres {
///     lease_suite::tests!(super::Postgres: every, awaited, server, awaited_server, postgres);
/// }
/// ```
#[macro_export]
macro_rules! tests {
    (@every $adapter:ty) => {
        $crate::tests!(@list $adapter:
            rows::the_contract_holds,
            rows::a_corrupt_row_is_named,
            rows::the_table_takes_no_corrupt_row,
            connections::after_a_failure_it_goes_on,
            connections::what_is_committed_stays_whatever_the_connection_was_told,
            connections::a_lock_that_is_kept_is_an_error,
            connections::a_process_that_stops_in_the_middle_lets_go,
            connections::renewals_in_one_millisecond_change_the_row,
            connections::the_clock_knows_no_time_zone,
            durability::a_database_that_forgets_is_refused,
            fresh::several_create_the_table_at_once,
            fresh::a_program_that_mints_nothing_leaves_no_row,
            fresh::a_lease_is_kept_on_it,
            refusals::without_the_table_the_migration_is_named,
            refusals::a_table_of_another_form_is_refused,
            refusals::a_connection_that_may_not_write_is_refused,
            neighbours::another_registry_is_refused,
            neighbours::a_table_without_an_identity_goes_on
        );

        #[test]
        fn decimal_ids_have_their_numbers_from_it() {
            $crate::decimal::decimal_ids_have_their_numbers_from_it::<$adapter>(
                concat!(module_path!(), "::decimal_ids_have_their_numbers_from_it"),
            );
        }
    };
    (@server $adapter:ty) => {
        $crate::tests!(@list $adapter:
            connections::a_connection_that_is_cut_is_replaced,
            connections::a_server_that_is_away_is_asked_again,
            fleet::a_fleet_that_starts_at_once_has_as_many_nodes,
            refusals::a_role_without_a_grant_is_refused,
            guests::a_role_without_rights_on_the_table_holds_no_lock,
            guests::a_view_of_the_name_is_refused
        );
    };
    (@postgres $adapter:ty) => {
        $crate::tests!(@list $adapter:
            durability::postgres_waits_for_its_disk,
            neighbours::nothing_that_another_role_has_planted_is_called,
            neighbours::a_second_table_of_the_name_is_refused,
            neighbours::a_table_that_is_locked_is_an_error,
            neighbours::a_table_that_is_seen_is_not_created_again,
            guests::a_role_without_usage_holds_no_lock,
            guests::what_is_planted_is_refused_by_name,
            guests::a_migration_creates_and_does_not_skip,
            guests::a_second_table_of_another_role_is_ignored,
            guests::a_view_in_the_place_of_a_table_that_was_found_is_not_read,
            guests::a_table_that_becomes_a_view_meanwhile_is_not_read,
            guests::a_table_moves_while_processes_mint
        );
    };
    (@sqlite $adapter:ty) => {
        $crate::tests!(@list $adapter:
            durability::sqlite_waits_for_its_disk,
            neighbours::a_file_that_was_replaced_is_refused,
            guests::a_view_of_the_name_is_refused
        );
    };
    (@blocking $adapter:ty) => {
        $crate::tests!(@list $adapter: blocking::a_replacement_has_the_same_rows);
    };
    (@awaited $adapter:ty) => {
        $crate::tests!(@list $adapter: awaited::an_operation_that_is_dropped_leaves_nothing);
    };
    (@awaited_server $adapter:ty) => {
        $crate::tests!(@list $adapter:
            awaited::an_operation_that_is_cut_is_an_error_and_the_next_one_is_not
        );
    };
    (@list $adapter:ty: $($module:ident::$test:ident),+) => {
        $(
            #[test]
            fn $test() {
                $crate::$module::$test::<$adapter>();
            }
        )+
    };
    ($adapter:ty: $($group:ident),+) => {
        $($crate::tests!(@$group $adapter);)+
    };
}
