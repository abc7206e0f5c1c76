-- Who may see an event is judged by the paths that its resource had then.
ALTER TABLE "events" ADD COLUMN "paths" TEXT[] NOT NULL DEFAULT '{}';

-- Deliveries made before a change of the URL go to the new one only if those who set it may read them.
ALTER TABLE "integrations"
  ADD COLUMN "urlVersion" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "urlReach" JSONB;
ALTER TABLE "deliveries" ADD COLUMN "urlVersion" INTEGER NOT NULL DEFAULT 1;
