-- Whether a used-up limit was told of lately was looked for among all events that an organization has.
CREATE INDEX "events_limit_exhausted_idx" ON "events" ("organizationId", "occurredAt") WHERE "type" = 'limit.exhausted';
