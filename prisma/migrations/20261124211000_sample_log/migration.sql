-- CreateTable
CREATE TABLE "sample_partitions" (
    "partition" SMALLINT NOT NULL,
    "head" BIGINT NOT NULL DEFAULT 1,
    "tail" BIGINT NOT NULL DEFAULT 1,
    "pendingBytes" BIGINT NOT NULL DEFAULT 0,
    "started" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sample_partitions_pkey" PRIMARY KEY ("partition")
);

-- CreateTable
CREATE TABLE "sample_records" (
    "partition" SMALLINT NOT NULL,
    "position" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "runs" INTEGER NOT NULL,
    "organizations" INTEGER[],
    "things" INTEGER[],
    "earliest" BIGINT NOT NULL,
    "latest" BIGINT NOT NULL,
    "parked" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "record" BYTEA NOT NULL,

    CONSTRAINT "sample_records_pkey" PRIMARY KEY ("partition","position")
);

-- CreateTable
CREATE TABLE "sample_flushers" (
    "partition" SMALLINT NOT NULL,
    "applied" BIGINT NOT NULL DEFAULT 1,
    "planned" BIGINT NOT NULL DEFAULT 1,
    "parked" INTEGER NOT NULL DEFAULT 0,
    "failing" BOOLEAN NOT NULL DEFAULT false,
    "token" BIGINT NOT NULL DEFAULT 0,
    "holder" UUID,
    "leasedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "sample_flushers_pkey" PRIMARY KEY ("partition")
);

-- CreateTable
CREATE TABLE "sample_nodes" (
    "id" UUID NOT NULL,
    "aliveUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sample_nodes_pkey" PRIMARY KEY ("id")
);

-- Rows of these tables are few and change all the time: room on their pages lets them change in place.
ALTER TABLE "sample_partitions" SET (fillfactor = 10, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE "sample_flushers" SET (fillfactor = 10, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);

-- A record lives for a second. It is not worth compressing, and its room is to be used again soon.
ALTER TABLE "sample_records" ALTER COLUMN "record" SET STORAGE EXTERNAL;
ALTER TABLE "sample_records" SET (
    autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000,
    toast.autovacuum_vacuum_threshold = 10000, toast.autovacuum_vacuum_scale_factor = 0
);

-- Eight partitions, for good: a thing must not change its partition while samples of it wait.
INSERT INTO "sample_partitions" ("partition") SELECT * FROM generate_series(0, 7);
INSERT INTO "sample_flushers" ("partition") SELECT * FROM generate_series(0, 7);
