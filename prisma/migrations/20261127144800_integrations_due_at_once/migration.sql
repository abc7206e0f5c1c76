-- All that waits for an integration was made due by the call that enabled it or changed its URL, which many deliveries outlast.
-- Now the call notes it, and the next round of the integration's job does so in lots.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN "dueAtOnce" BOOLEAN NOT NULL DEFAULT false;
