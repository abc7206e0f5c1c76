-- CreateEnum
CREATE TYPE "AddressProof" AS ENUM ('none', 'operator', 'mail');

-- CreateEnum
CREATE TYPE "InvitationDelivery" AS ENUM ('mail', 'operator', 'member');

-- AlterEnum
ALTER TYPE "OperatorActKind" ADD VALUE 'invited';
ALTER TYPE "OperatorActKind" ADD VALUE 'withdrawn';

-- AlterTable
ALTER TABLE "users" ADD COLUMN "addressProof" "AddressProof" NOT NULL DEFAULT 'none';

-- Nobody has proved an address so far: accounts were made by whoever had the link.
UPDATE "users" SET "emailVerified" = false;

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN "delivery" "InvitationDelivery" NOT NULL DEFAULT 'member',
ALTER COLUMN "organizationId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "operator_acts" ALTER COLUMN "userId" DROP NOT NULL;

-- Who is invited to no organization is invited to run the service, and nobody else is.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_operator_check"
  CHECK (("organizationId" IS NULL) = ("role" = 'operator'));
