-- Counts how often a person's sessions were ended, or how they sign in was changed. A sign-in that is under way notes it before it
-- reads the password or the passkey, and is refused where it is another one once its session is there.

-- AlterTable
ALTER TABLE "users" ADD COLUMN "accessEpoch" INTEGER NOT NULL DEFAULT 0;
