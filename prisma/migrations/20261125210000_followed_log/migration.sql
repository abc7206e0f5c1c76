-- AlterTable
ALTER TABLE "sample_partitions" ADD COLUMN     "previous" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sample_records" ADD COLUMN     "previous" BIGINT NOT NULL DEFAULT 0;
