-- Nothing has ever written an invitation, so the table is made anew: with the digest of its secret.
DROP TABLE "invitations";

-- CreateEnum
CREATE TYPE "InvitationStatus" AS ENUM ('open', 'accepted', 'withdrawn', 'replaced');

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "pepperVersion" INTEGER NOT NULL,
    "status" "InvitationStatus" NOT NULL DEFAULT 'open',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" JSONB NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_organizationId_id_key" ON "invitations"("organizationId", "id");

-- CreateIndex
CREATE INDEX "invitations_organizationId_status_email_idx" ON "invitations"("organizationId", "status", "email");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
