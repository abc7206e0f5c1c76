-- AlterTable
ALTER TABLE "sweeps" ADD COLUMN     "afterId" TEXT;
