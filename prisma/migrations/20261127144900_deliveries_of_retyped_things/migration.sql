-- The events of a thing whose type changed came in any order, because its path, by which order was kept, has its type.

-- By what the deliveries of a resource are told from others': what never changes of its path. A function, so that nodes of the
-- version before keep the same order.
CREATE FUNCTION order_key(resource TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN starts_with(resource, 'THING/') THEN 'THING/' || split_part(resource, '/', 3) ELSE resource END
$$;

DROP INDEX "deliveries_waiting_of_resource_idx";
CREATE INDEX "deliveries_waiting_of_resource_idx"
  ON "deliveries" (("organizationId" || '/' || "integrationId" || '/' || order_key("resource")), "position")
  WHERE "status" = 'pending';

-- Leases the deliveries of an integration that are due, first those that have been due for longest; of each resource only the
-- oldest that is still to be made. A function, so that its plan can be held to the indexes in their order: what Postgres knows
-- of the table is from a moment when much less waited, or much more.
CREATE OR REPLACE FUNCTION lease_deliveries(organization TEXT, integration TEXT, due TIMESTAMPTZ, until TIMESTAMPTZ, most INT)
RETURNS TABLE (id TEXT, tries INT, "eventId" TEXT, type TEXT, "occurredAt" TIMESTAMPTZ, data JSONB) LANGUAGE plpgsql
  SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off
  SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  looked INT := most;
  seen INT;
  oldest TEXT[];
  others TEXT[];
  leased TEXT[] := '{}';
BEGIN
  PERFORM lock_deliveries(organization, integration);
  -- At most so many times: where very much is seen for the first time, the next claim goes on.
  FOR turn IN 1..12 LOOP
    SELECT count(*), array_agg(head.id) FILTER (WHERE head.first), array_agg(head.id) FILTER (WHERE NOT head.first)
    INTO seen, oldest, others FROM (
      SELECT one.id, one.position = (
        SELECT min(other.position) FROM deliveries AS other
        WHERE other.status = 'pending'
          AND other."organizationId" || '/' || other."integrationId" || '/' || order_key(other.resource) =
            one."organizationId" || '/' || one."integrationId" || '/' || order_key(one.resource)) AS first
      FROM deliveries AS one
      WHERE one.status = 'pending' AND NOT one.behind
        AND one."organizationId" || '/' || one."integrationId" = organization || '/' || integration
        AND one."dueAt" <= due AND (one."leasedUntil" IS NULL OR one."leasedUntil" <= due)
      ORDER BY one."dueAt", one.position LIMIT looked FOR UPDATE SKIP LOCKED) AS head;
    oldest := oldest[1 : most - cardinality(leased)];
    UPDATE deliveries SET "leasedUntil" = until WHERE "organizationId" = organization AND id = ANY(oldest);
    UPDATE deliveries SET behind = true WHERE "organizationId" = organization AND id = ANY(others);
    leased := leased || oldest;
    EXIT WHEN seen < looked OR cardinality(leased) >= most;
    looked := least(4 * looked, 1000);
  END LOOP;
  RETURN QUERY
    SELECT claimed.id, claimed.tries, claimed."eventId", event.type, event."occurredAt"::timestamptz, event.data
    FROM unnest(leased) WITH ORDINALITY AS lease (id, place)
    JOIN deliveries AS claimed ON claimed."organizationId" = organization AND claimed.id = lease.id
    JOIN events AS event ON event."organizationId" = organization AND event.id = claimed."eventId"
    ORDER BY lease.place;
END
$$;

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
      AND next."organizationId" || '/' || next."integrationId" || '/' || order_key(next.resource) =
        OLD."organizationId" || '/' || OLD."integrationId" || '/' || order_key(OLD.resource));
  RETURN NULL;
END
$$;
