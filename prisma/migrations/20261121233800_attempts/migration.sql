-- DropTable
DROP TABLE "rate_limits";

-- CreateTable
CREATE TABLE "attempts" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("key")
);
