-- People who run the service, beyond any organization.
CREATE TABLE "operators" (
  "userId" TEXT NOT NULL,
  "addedAt" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "operators_pkey" PRIMARY KEY ("userId")
);

ALTER TABLE "operators" ADD CONSTRAINT "operators_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
