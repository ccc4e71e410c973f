-- $KEY and $INT are those of the database.
CREATE TABLE bakeries (id $KEY, name VARCHAR(40) NOT NULL);

CREATE TABLE bakers (
    id $KEY,
    bakery_id $INT,
    CONSTRAINT bakers_bakery FOREIGN KEY (bakery_id) REFERENCES bakeries (id)
);

CREATE TABLE cakes (
    id $KEY,
    bakery_id $INT NOT NULL,
    serial VARCHAR(36) NOT NULL UNIQUE,
    CONSTRAINT cakes_bakery FOREIGN KEY (bakery_id) REFERENCES bakeries (id)
);

CREATE TABLE cakes_bakers (
    cake_id $INT NOT NULL,
    baker_id $INT NOT NULL,
    PRIMARY KEY (cake_id, baker_id),
    CONSTRAINT cakes_bakers_cake FOREIGN KEY (cake_id) REFERENCES cakes (id),
    CONSTRAINT cakes_bakers_baker FOREIGN KEY (baker_id) REFERENCES bakers (id)
);

CREATE TABLE wages (
    id $KEY,
    cake_id $INT NOT NULL,
    baker_id $INT NOT NULL,
    cents $INT NOT NULL DEFAULT 0,
    CONSTRAINT wages_work FOREIGN KEY (cake_id, baker_id)
        REFERENCES cakes_bakers (cake_id, baker_id)
);

-- A number within a cake is not an ID.
CREATE TABLE layers (
    cake_id $INT NOT NULL,
    number $INT NOT NULL,
    PRIMARY KEY (cake_id, number),
    CONSTRAINT layers_cake FOREIGN KEY (cake_id) REFERENCES cakes (id)
);

CREATE TABLE settings (name VARCHAR(40) NOT NULL PRIMARY KEY, value VARCHAR(40));

-- Without a constraint.
CREATE TABLE visits (id $KEY, bakery $INT, guest_id $INT);

INSERT INTO bakeries (name) VALUES ('North'), ('South');
INSERT INTO bakers (bakery_id) VALUES (1), (1), (2);
INSERT INTO cakes (bakery_id, serial) VALUES (1, 'a'), (2, 'b');
INSERT INTO cakes_bakers (cake_id, baker_id) VALUES (1, 1), (1, 2), (2, 3);
INSERT INTO wages (cake_id, baker_id) VALUES (1, 2);
INSERT INTO layers (cake_id, number) VALUES (1, 1), (1, 2);
INSERT INTO visits (bakery) VALUES (1);
