-- What an organization's changes have written, and what it stores of samples.
ALTER TABLE "audit_chains" ADD COLUMN "bytes" BIGINT NOT NULL DEFAULT 0;

-- About as much as is counted from here on: values that Postgres has compressed count less.
UPDATE "audit_chains" SET "bytes" = (
  SELECT coalesce(sum(400 + coalesce(pg_column_size("before"), 0) + coalesce(pg_column_size("after"), 0)), 0)
  FROM "audit_entries" WHERE "audit_entries"."organizationId" = "audit_chains"."organizationId"
);

ALTER TABLE "organizations" ADD COLUMN "samplesFullSince" TIMESTAMPTZ(3);

CREATE TABLE "stored_samples" (
    "organizationId" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "measuredAt" TIMESTAMPTZ(3) NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "stored_samples_pkey" PRIMARY KEY ("organizationId")
);

ALTER TABLE "stored_samples" ADD CONSTRAINT "stored_samples_organizationId_fkey"
  FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nodes remember with a key whether its organization may store samples.
DROP TRIGGER announce_update ON "organizations";

CREATE TRIGGER announce_update AFTER UPDATE ON "organizations"
  FOR EACH ROW
  WHEN ((OLD."number", OLD."limits", OLD."settings", OLD."samplesFullSince")
    IS DISTINCT FROM (NEW."number", NEW."limits", NEW."settings", NEW."samplesFullSince"))
  EXECUTE FUNCTION announce_change();

ALTER TABLE "organizations" ENABLE ALWAYS TRIGGER announce_update;

-- Requests for more may name quotas, too.
ALTER TABLE "limit_requests" ADD COLUMN "storage" JSONB NOT NULL DEFAULT '[]';
