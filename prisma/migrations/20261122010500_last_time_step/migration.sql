-- AlterTable
ALTER TABLE "two_factors" ADD COLUMN     "lastTimeStep" INTEGER;
