-- An organization asks for higher rate limits; an operator grants or declines, once.
CREATE TABLE "limit_requests" (
  "id" TEXT NOT NULL,
  "organizationId" TEXT NOT NULL,
  "tiers" JSONB NOT NULL,
  "reason" TEXT NOT NULL,
  "until" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "createdBy" JSONB NOT NULL,
  "decidedAt" TIMESTAMPTZ(3),
  "decision" JSONB,

  CONSTRAINT "limit_requests_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "limit_requests_organizationId_createdAt_idx" ON "limit_requests"("organizationId", "createdAt");

ALTER TABLE "limit_requests" ADD CONSTRAINT "limit_requests_organizationId_fkey"
  FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
