DROP INDEX "messages_feed";

ALTER TABLE "messages" DROP COLUMN "feed_xid";

