CREATE TABLE "messages_feed" (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL);

INSERT INTO "messages_feed" (id) SELECT "id" FROM "messages" ORDER BY "id";

CREATE TRIGGER "messages_feed_insert" AFTER INSERT ON "messages" BEGIN
    INSERT INTO "messages_feed" (id) VALUES (NEW."id");
END;

