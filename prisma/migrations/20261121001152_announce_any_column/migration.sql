-- Announces an update of any column of a key, those that are added later included, except where nothing but
-- its last use was written: that happens every few seconds and decides nothing.

CREATE FUNCTION announce_key_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The new row with the old one's last use: what remains different is a change.
  compared "keys" := NEW;
BEGIN
  compared."lastUsedAt" := OLD."lastUsedAt";
  compared."lastUsedIp" := OLD."lastUsedIp";
  IF compared IS DISTINCT FROM OLD THEN
    PERFORM pg_notify('sluice_changes', 'keys/' || OLD.id);
    PERFORM pg_notify('sluice_changes', 'keys/' || NEW.id);
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER announce_update ON "keys";

CREATE TRIGGER announce_update AFTER UPDATE ON "keys"
  FOR EACH ROW EXECUTE FUNCTION announce_key_update();

ALTER TABLE "keys" ENABLE ALWAYS TRIGGER announce_update;
