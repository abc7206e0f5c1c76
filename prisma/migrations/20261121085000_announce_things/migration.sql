-- Nodes keep in memory what ingestion and queries need of things and thing types. Triggers tell them what changed,
-- as they do of keys: `<table>/<organization>/<id>`. A row that is made is not announced, since nobody remembers
-- that it was missing.

-- Announces rows of the table of the first argument: their ids are in the column of the second.
CREATE FUNCTION announce_in_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('sluice_changes',
      TG_ARGV[0] || '/' || OLD."organizationId" || '/' || (to_jsonb(OLD) ->> TG_ARGV[1]));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('sluice_changes',
      TG_ARGV[0] || '/' || NEW."organizationId" || '/' || (to_jsonb(NEW) ->> TG_ARGV[1]));
  END IF;
  RETURN NULL;
END
$$;

-- Only what is remembered: lastSeenAt is written every few seconds.
CREATE TRIGGER announce_update AFTER UPDATE ON "things"
  FOR EACH ROW
  WHEN (
    (OLD."organizationId", OLD."id", OLD."number", OLD."thingTypeId", OLD."siteId")
    IS DISTINCT FROM
    (NEW."organizationId", NEW."id", NEW."number", NEW."thingTypeId", NEW."siteId")
  )
  EXECUTE FUNCTION announce_in_organization('things', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON "things"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('things', 'id');

CREATE TRIGGER announce_member AFTER INSERT OR UPDATE OR DELETE ON "fleet_members"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('things', 'thingId');

CREATE TRIGGER announce_update AFTER UPDATE ON "sites"
  FOR EACH ROW WHEN (OLD."timezone" IS DISTINCT FROM NEW."timezone")
  EXECUTE FUNCTION announce_in_organization('sites', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON "thing_types"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('thing_types', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON "thing_types"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('thing_types', 'id');

CREATE TRIGGER announce_metric AFTER INSERT OR UPDATE OR DELETE ON "thing_type_metrics"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('thing_types', 'thingTypeId');

CREATE TRIGGER announce_update AFTER UPDATE ON "metric_definitions"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('metric_definitions', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON "metric_keys"
  FOR EACH ROW EXECUTE FUNCTION announce_in_organization('metric_keys', 'key');

CREATE FUNCTION announce_all_things() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sluice_changes', TG_ARGV[0] || '/*');
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "things"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_all_things('things');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "fleet_members"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_all_things('things');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "thing_type_metrics"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_all_things('thing_types');

-- Also where rows arrive by logical replication, which skips ordinary triggers.
ALTER TABLE "things" ENABLE ALWAYS TRIGGER announce_update;
ALTER TABLE "things" ENABLE ALWAYS TRIGGER announce_delete;
ALTER TABLE "things" ENABLE ALWAYS TRIGGER announce_truncate;
ALTER TABLE "fleet_members" ENABLE ALWAYS TRIGGER announce_member;
ALTER TABLE "fleet_members" ENABLE ALWAYS TRIGGER announce_truncate;
ALTER TABLE "sites" ENABLE ALWAYS TRIGGER announce_update;
ALTER TABLE "thing_types" ENABLE ALWAYS TRIGGER announce_update;
ALTER TABLE "thing_types" ENABLE ALWAYS TRIGGER announce_delete;
ALTER TABLE "thing_type_metrics" ENABLE ALWAYS TRIGGER announce_metric;
ALTER TABLE "thing_type_metrics" ENABLE ALWAYS TRIGGER announce_truncate;
ALTER TABLE "metric_definitions" ENABLE ALWAYS TRIGGER announce_update;
ALTER TABLE "metric_keys" ENABLE ALWAYS TRIGGER announce_update;
