-- What has ended is found without a scan: a sign-in deletes old attempts and verifications. Values are indexed by hash, since one may
-- be longer than an entry of a B-tree.

-- CreateIndex
CREATE INDEX "verifications_expiresAt_idx" ON "verifications"("expiresAt");

-- CreateIndex
CREATE INDEX "verifications_value_idx" ON "verifications" USING HASH ("value");

-- CreateIndex
CREATE INDEX "attempts_since_idx" ON "attempts"("since");
