-- Nodes also remember whether a thing is retired: they refuse its samples.
DROP TRIGGER announce_update ON "things";
CREATE TRIGGER announce_update AFTER UPDATE ON "things"
  FOR EACH ROW
  WHEN (
    (OLD."organizationId", OLD."id", OLD."number", OLD."thingTypeId", OLD."siteId", OLD."status" = 'Retired')
    IS DISTINCT FROM
    (NEW."organizationId", NEW."id", NEW."number", NEW."thingTypeId", NEW."siteId", NEW."status" = 'Retired')
  )
  EXECUTE FUNCTION announce_in_organization('things', 'id');
ALTER TABLE "things" ENABLE ALWAYS TRIGGER announce_update;
