-- What waits to be delivered, by integration and by resource. Over expressions, which no other index could stand in for:
-- how many deliveries wait changes faster than what Postgres knows of the table.
CREATE INDEX "deliveries_waiting_idx" ON "deliveries" (("organizationId" || '/' || "integrationId"), "position")
  WHERE "status" = 'pending';

CREATE INDEX "deliveries_waiting_of_resource_idx"
  ON "deliveries" (("organizationId" || '/' || "integrationId" || '/' || "resource"), "position")
  WHERE "status" = 'pending';

-- Leases the oldest deliveries of an integration that are due; of each resource only the oldest that is still to be made.
-- A function, so that its plan can be held to the indexes in their order: what Postgres knows of the table is from a moment
-- when much less waited, or much more, and any other plan reads all that waits for each few that are claimed.
CREATE FUNCTION lease_deliveries(organization TEXT, integration TEXT, due TIMESTAMPTZ, until TIMESTAMPTZ, most INT)
RETURNS TABLE (id TEXT, tries INT, "eventId" TEXT, type TEXT, "occurredAt" TIMESTAMPTZ, data JSONB) LANGUAGE sql
  SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off
  SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  UPDATE deliveries AS claimed SET "leasedUntil" = until
  FROM events AS event, (
    SELECT head.id FROM deliveries AS head
    WHERE head.status = 'pending'
      AND head."organizationId" || '/' || head."integrationId" = organization || '/' || integration
      AND head."dueAt" <= due AND (head."leasedUntil" IS NULL OR head."leasedUntil" <= due)
      AND head.position = (
        SELECT min(oldest.position) FROM deliveries AS oldest
        WHERE oldest.status = 'pending'
          AND oldest."organizationId" || '/' || oldest."integrationId" || '/' || oldest.resource =
            head."organizationId" || '/' || head."integrationId" || '/' || head.resource)
    ORDER BY head.position LIMIT most FOR UPDATE SKIP LOCKED) AS head
  WHERE claimed."organizationId" = organization AND claimed.id = head.id
    AND event."organizationId" = organization AND event.id = claimed."eventId"
  RETURNING claimed.id, claimed.tries, claimed."eventId", event.type, event."occurredAt", event.data
$$;

DROP INDEX "deliveries_organizationId_integrationId_resource_status_pos_idx";

-- The list of an integration's deliveries, the newest first.
CREATE INDEX "deliveries_organizationId_integrationId_position_idx"
  ON "deliveries"("organizationId", "integrationId", "position");
