-- Ids of one sequence for all told an organization how many changes others made. Each organization counts its own from now
-- on, after the entries that it has. Nodes of the version before leave the id out, too.

-- AlterTable
ALTER TABLE "audit_entries" ALTER COLUMN "id" SET DEFAULT 0;
DROP SEQUENCE "audit_entries_id_seq";

-- Whoever appends has locked the organization's chain, and each statement of the function sees what was committed before.
CREATE FUNCTION number_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."id" := (
    SELECT greatest(max("id"), 0) + 1 FROM "audit_entries" WHERE "organizationId" = NEW."organizationId"
  );
  RETURN NEW;
END
$$;

CREATE TRIGGER number_entry BEFORE INSERT ON "audit_entries"
  FOR EACH ROW WHEN (NEW."id" = 0) EXECUTE FUNCTION number_audit_entry();
