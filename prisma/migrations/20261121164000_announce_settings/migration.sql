-- How long an organization keeps samples lies in its settings, and nodes remember it with its thing types.
DROP TRIGGER announce_update ON "organizations";

CREATE TRIGGER announce_update AFTER UPDATE ON "organizations"
  FOR EACH ROW
  WHEN ((OLD."number", OLD."limits", OLD."settings") IS DISTINCT FROM (NEW."number", NEW."limits", NEW."settings"))
  EXECUTE FUNCTION announce_change();

ALTER TABLE "organizations" ENABLE ALWAYS TRIGGER announce_update;
