-- Which installation the database belongs to. The row comes with the first start, which looks at ClickHouse too.

-- CreateTable
CREATE TABLE "installation" (
    "one" BOOLEAN NOT NULL DEFAULT true,
    "id" UUID NOT NULL,
    "joined" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("one"),
    CONSTRAINT "installation_one" CHECK ("one")
);
