-- Entries older than the chain keep null as their position and hash.

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "hash" BYTEA,
ADD COLUMN     "position" INTEGER;

-- AlterTable
ALTER TABLE "keys" ADD COLUMN     "leakedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "updatedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "audit_chains" (
    "organizationId" TEXT NOT NULL,
    "length" INTEGER NOT NULL,
    "head" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_organizationId_position_key" ON "audit_entries"("organizationId", "position");

-- AddForeignKey
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is written stays: a change by mistake fails at once, and one on purpose has to drop this first.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are only ever added';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
