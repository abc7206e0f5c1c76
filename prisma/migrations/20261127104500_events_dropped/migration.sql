-- Since when no more events are noted for an integration, since too many deliveries wait for its receiver.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN "droppingSince" TIMESTAMPTZ(3);
