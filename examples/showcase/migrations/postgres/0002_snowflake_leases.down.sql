DROP TABLE "snowflake_kit".snowflake_leases;
