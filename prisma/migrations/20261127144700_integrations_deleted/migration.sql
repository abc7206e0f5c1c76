-- Deleting an integration deleted all its deliveries in the transaction of the call, which up to a million of them outlast. Now
-- the call marks it, and a job deletes its deliveries in lots. Another integration may have its id at once: deliveries refer to
-- the lane, which is the id unless one that is still being deleted has it.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN "lane" TEXT, ADD COLUMN "deletedAt" TIMESTAMPTZ(3);
UPDATE "integrations" SET "lane" = "id";
ALTER TABLE "integrations" ALTER COLUMN "lane" SET NOT NULL;

-- Nodes of the version before know of no lane.
CREATE FUNCTION fill_lane() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."lane" := NEW."id";
  RETURN NEW;
END
$$;
CREATE TRIGGER fill_lane BEFORE INSERT ON "integrations"
  FOR EACH ROW WHEN (NEW."lane" IS NULL) EXECUTE FUNCTION fill_lane();

ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_organizationId_integrationId_fkey";
ALTER TABLE "delivery_hours" DROP CONSTRAINT "delivery_hours_organizationId_integrationId_fkey";
ALTER TABLE "threshold_breaches" DROP CONSTRAINT "threshold_breaches_organizationId_integrationId_fkey";
ALTER TABLE "integrations" DROP CONSTRAINT "integrations_pkey",
  ADD CONSTRAINT "integrations_pkey" PRIMARY KEY ("organizationId", "lane");
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organizationId_integrationId_fkey" FOREIGN KEY ("organizationId", "integrationId") REFERENCES "integrations"("organizationId", "lane") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "delivery_hours" ADD CONSTRAINT "delivery_hours_organizationId_integrationId_fkey" FOREIGN KEY ("organizationId", "integrationId") REFERENCES "integrations"("organizationId", "lane") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "threshold_breaches" ADD CONSTRAINT "threshold_breaches_organizationId_integrationId_fkey" FOREIGN KEY ("organizationId", "integrationId") REFERENCES "integrations"("organizationId", "lane") ON DELETE CASCADE ON UPDATE CASCADE;

-- Partial, so that the mark is no change of a key: it waits for no change that notes deliveries, and none waits for it.
CREATE UNIQUE INDEX "integrations_id" ON "integrations" ("organizationId", "id") WHERE "deletedAt" IS NULL;

-- When a delivery no longer waits, the next one of its resource is the oldest. Nobody looks at those of a deleted integration.
CREATE OR REPLACE FUNCTION free_next_delivery() RETURNS trigger LANGUAGE plpgsql
  SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM integrations
    WHERE "organizationId" = OLD."organizationId" AND lane = OLD."integrationId" AND "deletedAt" IS NULL
  ) THEN
    RETURN NULL;
  END IF;
  PERFORM lock_deliveries(OLD."organizationId", OLD."integrationId");
  UPDATE deliveries SET behind = false WHERE behind AND position = (
    SELECT min(next.position) FROM deliveries AS next
    WHERE next.status = 'pending'
      AND next."organizationId" || '/' || next."integrationId" || '/' || next.resource =
        OLD."organizationId" || '/' || OLD."integrationId" || '/' || OLD.resource);
  RETURN NULL;
END
$$;
