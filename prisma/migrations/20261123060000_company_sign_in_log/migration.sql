-- AlterTable
ALTER TABLE "account_acts" ADD COLUMN "organizationId" TEXT;
