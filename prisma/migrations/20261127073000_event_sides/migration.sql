-- Of a change, an integration may be told of one state alone: a thing that moved into what it asks for, or out of it.
CREATE TYPE "EventSide" AS ENUM ('both', 'now', 'before');

ALTER TABLE "deliveries" ADD COLUMN     "side" "EventSide";
