DROP TRIGGER "messages_feed_insert";

DROP TABLE "messages_feed";

