CREATE TABLE "key_peppers" (
    "version" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "key_peppers_pkey" PRIMARY KEY ("version")
);
