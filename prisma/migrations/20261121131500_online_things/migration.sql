-- Things that are online, by type: those that can go stale. The last data's time is not in it, on purpose: it changes with
-- every frame, and a column that is in no index changes without any index being written.
CREATE INDEX "things_online_by_type_idx" ON "things" (("organizationId" || '/' || "thingTypeId")) WHERE "online";
