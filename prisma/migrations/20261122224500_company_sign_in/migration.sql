-- CreateEnum
CREATE TYPE "SignInMethod" AS ENUM ('password', 'passkey', 'company');

-- CreateEnum
CREATE TYPE "DomainProof" AS ENUM ('dns', 'operator');

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "companyOrganizationId" TEXT,
ADD COLUMN     "method" "SignInMethod";

-- CreateTable
CREATE TABLE "sign_in_rules" (
    "organizationId" TEXT NOT NULL,
    "requireCompany" BOOLEAN NOT NULL DEFAULT false,
    "requireSecondFactor" BOOLEAN NOT NULL DEFAULT false,
    "sessionHours" SMALLINT,

    CONSTRAINT "sign_in_rules_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "identity_providers" (
    "organizationId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecret" BYTEA NOT NULL,
    "joinRole" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "company_domains" (
    "organizationId" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL,
    "provenAt" TIMESTAMPTZ(3),
    "provenBy" "DomainProof",

    CONSTRAINT "company_domains_pkey" PRIMARY KEY ("organizationId","domain")
);

-- CreateTable
CREATE TABLE "company_identities" (
    "organizationId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_identities_pkey" PRIMARY KEY ("organizationId","issuer","subject")
);

-- CreateIndex
CREATE INDEX "company_domains_domain_idx" ON "company_domains"("domain");

-- CreateIndex
CREATE INDEX "company_identities_userId_idx" ON "company_identities"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "company_identities_organizationId_userId_key" ON "company_identities"("organizationId", "userId");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_companyOrganizationId_fkey" FOREIGN KEY ("companyOrganizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_rules" ADD CONSTRAINT "sign_in_rules_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_domains" ADD CONSTRAINT "company_domains_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_identities" ADD CONSTRAINT "company_identities_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_identities" ADD CONSTRAINT "company_identities_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A session by a provider belongs to an organization, and no other session does.
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_check"
  CHECK (("method" IS NOT DISTINCT FROM 'company') = ("companyOrganizationId" IS NOT NULL));

ALTER TABLE "sign_in_rules" ADD CONSTRAINT "sign_in_rules_hours_check"
  CHECK ("sessionHours" BETWEEN 1 AND 720);

ALTER TABLE "company_domains" ADD CONSTRAINT "company_domains_proof_check"
  CHECK (("provenAt" IS NULL) = ("provenBy" IS NULL));
