-- Lists of things by status.
CREATE INDEX "things_organizationId_status_id_idx" ON "things"("organizationId", "status", "id");

-- By label and by text within the organization: what other organizations have costs nothing, and a label that few of
-- its things have needs no look at all of them. A Postgres without these extensions keeps the indexes that it has.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX "things_organizationId_labelTokens_idx" ON "things" USING GIN ("organizationId" varchar_ops, "labelTokens");
  DROP INDEX "things_labelTokens_idx";
  CREATE INDEX "things_organizationId_id_name_idx"
    ON "things" USING GIN ("organizationId" varchar_ops, "id" gin_trgm_ops, "name" gin_trgm_ops);
  DROP INDEX IF EXISTS "things_id_name_idx";
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'btree_gin or pg_trgm is not available: lists by label and text look beyond the organization.';
END
$$;
