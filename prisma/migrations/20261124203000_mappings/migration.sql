-- What labels of other protocols become. A mapping of a protocol may be its organization's default.

CREATE TYPE "MappingProtocol" AS ENUM ('influx', 'prometheus', 'otlp');

CREATE TABLE "mappings" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "protocol" "MappingProtocol" NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "thing" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "createMissing" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "mappings_pkey" PRIMARY KEY ("organizationId","id")
);

ALTER TABLE "mappings" ADD CONSTRAINT "mappings_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "mappings" ADD CONSTRAINT "mappings_organizationId_createMissing_fkey" FOREIGN KEY ("organizationId", "createMissing") REFERENCES "thing_types"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One default a protocol.
CREATE UNIQUE INDEX "mappings_default" ON "mappings" ("organizationId", "protocol") WHERE "isDefault";

-- Nodes remember mappings, and which are the defaults. That a mapping was missing is not remembered; that there was no
-- default is.
CREATE TRIGGER announce_insert AFTER INSERT ON "mappings"
  FOR EACH ROW WHEN (NEW."isDefault")
  EXECUTE FUNCTION announce_in_organization('mappings', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON "mappings"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('mappings', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON "mappings"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('mappings', 'id');

CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "mappings"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_all_things('mappings');

-- Also where rows arrive by logical replication, which skips ordinary triggers.
ALTER TABLE "mappings" ENABLE ALWAYS TRIGGER announce_insert;
ALTER TABLE "mappings" ENABLE ALWAYS TRIGGER announce_update;
ALTER TABLE "mappings" ENABLE ALWAYS TRIGGER announce_delete;
ALTER TABLE "mappings" ENABLE ALWAYS TRIGGER announce_truncate;
