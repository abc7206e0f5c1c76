-- Identifies the batch under way, whose bounds others may get after a failover. Nodes of the version before leave it as it is.

-- AlterTable
ALTER TABLE "sample_flushers" ADD COLUMN     "batch" TEXT;
