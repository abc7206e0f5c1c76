-- Lists of things in other orders than that of their ids.
CREATE INDEX "things_organizationId_name_id_idx" ON "things"("organizationId", "name", "id");

CREATE INDEX "things_organizationId_createdAt_id_idx" ON "things"("organizationId", "createdAt", "id");

CREATE INDEX "things_organizationId_updatedAt_id_idx" ON "things"("organizationId", "updatedAt", "id");

-- Lists of things by label: `name` and `name=value` of every label, kept by the database itself.
ALTER TABLE "things" ADD COLUMN "labelTokens" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE FUNCTION label_tokens(labels JSONB) RETURNS TEXT[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(token ORDER BY token), ARRAY[]::TEXT[])
  FROM jsonb_each_text(labels) AS label(name, value), unnest(ARRAY[name, name || '=' || value]) AS token
$$;

CREATE FUNCTION keep_label_tokens() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."labelTokens" := label_tokens(NEW."labels");
  RETURN NEW;
END
$$;

CREATE TRIGGER things_label_tokens BEFORE INSERT OR UPDATE OF "labels" ON "things"
  FOR EACH ROW EXECUTE FUNCTION keep_label_tokens();

UPDATE "things" SET "labelTokens" = label_tokens("labels") WHERE "labels" <> '{}';

CREATE INDEX "things_labelTokens_idx" ON "things" USING GIN ("labelTokens");

-- Lists of things by a part of the id or the name. A Postgres without pg_trgm answers them too, with more work.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "things_id_name_idx" ON "things" USING GIN ("id" gin_trgm_ops, "name" gin_trgm_ops);
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: lists by text will read every thing of the organization.';
END
$$;
