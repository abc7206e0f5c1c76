-- Whether a node reaches ClickHouse: one that does not leaves its partitions to others. Nodes of the version before do not say,
-- and count as able, as all did.

-- AlterTable
ALTER TABLE "sample_nodes" ADD COLUMN     "canStore" BOOLEAN NOT NULL DEFAULT true;
