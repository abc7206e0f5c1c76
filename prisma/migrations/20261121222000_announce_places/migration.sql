-- Nodes keep in memory which things a site or a fleet has. What brings a thing into a fleet, or takes one out of a
-- place, is announced already, as a change of the thing. Things that are made in a site are announced by the site,
-- so that a transaction that makes many of them announces it once.

CREATE TRIGGER announce_insert AFTER INSERT ON "things"
  FOR EACH ROW WHEN (NEW."siteId" IS NOT NULL)
  EXECUTE FUNCTION announce_in_organization('places', 'siteId');

CREATE TRIGGER announce_delete AFTER DELETE ON "sites"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('places', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON "fleets"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('places', 'id');

CREATE TRIGGER announce_rename AFTER UPDATE ON "sites"
  FOR EACH ROW WHEN ((OLD."organizationId", OLD."id") IS DISTINCT FROM (NEW."organizationId", NEW."id"))
  EXECUTE FUNCTION announce_in_organization('places', 'id');

CREATE TRIGGER announce_rename AFTER UPDATE ON "fleets"
  FOR EACH ROW WHEN ((OLD."organizationId", OLD."id") IS DISTINCT FROM (NEW."organizationId", NEW."id"))
  EXECUTE FUNCTION announce_in_organization('places', 'id');

CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "sites"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_all_things('places');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "fleets"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_all_things('places');

-- Also where rows arrive by logical replication, which skips ordinary triggers.
ALTER TABLE "things" ENABLE ALWAYS TRIGGER announce_insert;
ALTER TABLE "sites" ENABLE ALWAYS TRIGGER announce_delete;
ALTER TABLE "sites" ENABLE ALWAYS TRIGGER announce_rename;
ALTER TABLE "sites" ENABLE ALWAYS TRIGGER announce_truncate;
ALTER TABLE "fleets" ENABLE ALWAYS TRIGGER announce_delete;
ALTER TABLE "fleets" ENABLE ALWAYS TRIGGER announce_rename;
ALTER TABLE "fleets" ENABLE ALWAYS TRIGGER announce_truncate;
