-- Nodes of the version before decline no partition.

-- AlterTable
ALTER TABLE "sample_nodes" ADD COLUMN     "declined" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[];
