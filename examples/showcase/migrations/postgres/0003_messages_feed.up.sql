-- The transaction that inserted the row. Rows that are there already get 0, without a
-- rewrite of the table.
ALTER TABLE "messages"
    ADD COLUMN "feed_xid" pg_catalog.xid8 NOT NULL DEFAULT '0',
    ALTER COLUMN "feed_xid" SET DEFAULT pg_catalog.pg_current_xact_id();

CREATE INDEX "messages_feed" ON "messages" ("feed_xid", "id");

