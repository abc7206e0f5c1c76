-- Nodes keep verified keys in memory. Triggers tell them what changed, so that a change made by hand in
-- SQL counts like any other. A notification is `<table>/<id>`, or `<table>/*` for all of them; never a value.

CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    PERFORM pg_notify('sluice_changes', TG_TABLE_NAME || '/*');
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('sluice_changes', TG_TABLE_NAME || '/' || OLD.id);
  END IF;
  -- Postgres delivers the same notification of one transaction once.
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('sluice_changes', TG_TABLE_NAME || '/' || NEW.id);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_row AFTER INSERT OR DELETE ON "keys"
  FOR EACH ROW EXECUTE FUNCTION announce_change();

-- All columns but lastUsedAt and lastUsedIp, which change every few seconds and decide nothing.
CREATE TRIGGER announce_update AFTER UPDATE ON "keys"
  FOR EACH ROW
  WHEN (
    (OLD."id", OLD."organizationId", OLD."keyType", OLD."name", OLD."digest", OLD."pepperVersion",
     OLD."lastFour", OLD."scopes", OLD."allowedIpCidrs", OLD."expiresAt", OLD."createdAt",
     OLD."updatedAt", OLD."createdBy", OLD."revokedAt", OLD."revokedBy", OLD."version")
    IS DISTINCT FROM
    (NEW."id", NEW."organizationId", NEW."keyType", NEW."name", NEW."digest", NEW."pepperVersion",
     NEW."lastFour", NEW."scopes", NEW."allowedIpCidrs", NEW."expiresAt", NEW."createdAt",
     NEW."updatedAt", NEW."createdBy", NEW."revokedAt", NEW."revokedBy", NEW."version")
  )
  EXECUTE FUNCTION announce_change();

CREATE TRIGGER announce_truncate AFTER TRUNCATE ON "keys"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();

-- A key carries its organization's number along. A changed id reaches the keys by its foreign key.
CREATE TRIGGER announce_update AFTER UPDATE ON "organizations"
  FOR EACH ROW
  WHEN (OLD."number" IS DISTINCT FROM NEW."number")
  EXECUTE FUNCTION announce_change();

-- Also where rows arrive by logical replication, which skips ordinary triggers.
ALTER TABLE "keys" ENABLE ALWAYS TRIGGER announce_row;
ALTER TABLE "keys" ENABLE ALWAYS TRIGGER announce_update;
ALTER TABLE "keys" ENABLE ALWAYS TRIGGER announce_truncate;
ALTER TABLE "organizations" ENABLE ALWAYS TRIGGER announce_update;
