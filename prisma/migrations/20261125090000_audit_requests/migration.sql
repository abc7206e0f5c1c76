-- What one request has changed is found without a look at the whole log.

CREATE INDEX "audit_entries_organizationId_requestId_id_idx" ON "audit_entries"("organizationId", "requestId", "id");
