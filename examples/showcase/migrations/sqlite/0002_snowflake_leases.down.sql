DROP TABLE snowflake_leases;
