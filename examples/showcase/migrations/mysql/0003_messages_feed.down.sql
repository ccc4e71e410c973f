DROP TRIGGER `messages_feed_insert`;

DROP PROCEDURE `messages_feed_take`;

DROP TABLE `messages_outbox`;

DROP TABLE `messages_feed`;

