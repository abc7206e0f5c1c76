-- Who has signed in by an organization's provider is known of itself, and no longer by the identity: that ends with the provider,
-- and when the account is claimed. Until now it was kept then under a subject that says so, and a provider could name that.

-- CreateTable
CREATE TABLE "company_people" (
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,

    CONSTRAINT "company_people_pkey" PRIMARY KEY ("organizationId","userId")
);

-- CreateIndex
CREATE INDEX "company_people_userId_idx" ON "company_people"("userId");

-- AddForeignKey
ALTER TABLE "company_people" ADD CONSTRAINT "company_people_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_people" ADD CONSTRAINT "company_people_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A trigger, so that nodes of the version before note it too.
CREATE FUNCTION note_company_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "company_people" ("organizationId", "userId") VALUES (NEW."organizationId", NEW."userId") ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_person AFTER INSERT ON "company_identities" FOR EACH ROW EXECUTE FUNCTION note_company_person();

INSERT INTO "company_people" ("organizationId", "userId") SELECT "organizationId", "userId" FROM "company_identities";

-- What the version before ends, it writes so. Nothing else changes a subject.
CREATE FUNCTION end_company_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "company_identities"
    WHERE "organizationId" = NEW."organizationId" AND "issuer" = NEW."issuer" AND "subject" = NEW."subject";
  RETURN NULL;
END
$$;
CREATE TRIGGER end_identity AFTER UPDATE OF "subject" ON "company_identities"
  FOR EACH ROW WHEN (NEW."subject" = 'ended ' || NEW."userId") EXECUTE FUNCTION end_company_identity();

DELETE FROM "company_identities" WHERE "subject" = 'ended ' || "userId";
