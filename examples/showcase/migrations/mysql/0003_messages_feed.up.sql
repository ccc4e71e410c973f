CREATE TABLE `messages_feed` (number BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, id BIGINT NOT NULL)
    ENGINE = InnoDB;

-- Rows without a number yet. The session that gives numbers locks row 0.
CREATE TABLE `messages_outbox` (id BIGINT NOT NULL PRIMARY KEY) ENGINE = InnoDB;

INSERT INTO `messages_outbox` (id) VALUES (0);

CREATE TRIGGER `messages_feed_insert` AFTER INSERT ON `messages` FOR EACH ROW
BEGIN
    INSERT IGNORE INTO `messages_outbox` (id) VALUES (NEW.`id`);
END;

INSERT IGNORE INTO `messages_outbox` (id) SELECT `id` FROM `messages`;

-- Gives numbers to rows that are committed. One session at a time does so, and none waits
-- for a row that is not committed yet.
CREATE PROCEDURE `messages_feed_take`(most INT)
BEGIN
    DECLARE turn, numbered BIGINT;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    START TRANSACTION;
    SELECT id INTO turn FROM `messages_outbox` WHERE id = 0 FOR UPDATE;
    SELECT COALESCE(MAX(number), 0) INTO numbered FROM `messages_feed`;
    INSERT INTO `messages_feed` (id) SELECT id FROM `messages_outbox` WHERE id > 0 ORDER BY id LIMIT most;
    DELETE `messages_outbox` FROM `messages_feed` STRAIGHT_JOIN `messages_outbox` ON `messages_outbox`.id = `messages_feed`.id
        WHERE `messages_feed`.number > numbered;
    COMMIT;
END;

