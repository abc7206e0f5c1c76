-- CreateTable
CREATE TABLE "deleted_things" (
    "organizationId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_things_pkey" PRIMARY KEY ("organizationId","number")
);

-- CreateIndex
CREATE INDEX "deleted_things_deletedAt_idx" ON "deleted_things"("deletedAt");

-- AddForeignKey
ALTER TABLE "deleted_things" ADD CONSTRAINT "deleted_things_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
