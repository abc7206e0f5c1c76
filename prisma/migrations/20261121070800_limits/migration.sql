-- Rate limits of an organization's own lie with the organization, so that reading a key reads them too.
ALTER TABLE "organizations" ADD COLUMN "limits" JSONB NOT NULL DEFAULT '{}';

-- A key carries its organization's limits along, as it does the number.
DROP TRIGGER announce_update ON "organizations";

CREATE TRIGGER announce_update AFTER UPDATE ON "organizations"
  FOR EACH ROW
  WHEN ((OLD."number", OLD."limits") IS DISTINCT FROM (NEW."number", NEW."limits"))
  EXECUTE FUNCTION announce_change();

ALTER TABLE "organizations" ENABLE ALWAYS TRIGGER announce_update;
