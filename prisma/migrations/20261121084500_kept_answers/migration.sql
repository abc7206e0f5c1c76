-- What was answered to calls with an Idempotency-Key, until their time is over.
CREATE TABLE "kept_answers" (
  "organizationId" TEXT NOT NULL,
  "digest" BYTEA NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "answer" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "kept_answers_pkey" PRIMARY KEY ("organizationId", "digest")
);

CREATE INDEX "kept_answers_expiresAt_idx" ON "kept_answers"("expiresAt");

ALTER TABLE "kept_answers" ADD CONSTRAINT "kept_answers_organizationId_fkey"
  FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
