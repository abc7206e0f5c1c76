-- CreateIndex
CREATE INDEX "keys_organizationId_name_id_idx" ON "keys"("organizationId", "name", "id");

-- CreateIndex
CREATE INDEX "keys_organizationId_expiresAt_id_idx" ON "keys"("organizationId", "expiresAt", "id");
