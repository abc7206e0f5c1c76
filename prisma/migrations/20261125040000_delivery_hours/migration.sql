-- Tries of deliveries by the hour, so that how an integration fares is known without a look at its log.

CREATE TABLE "delivery_hours" (
    "organizationId" TEXT NOT NULL,
    "integrationId" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "delivery_hours_pkey" PRIMARY KEY ("organizationId","integrationId","hour")
);

CREATE INDEX "delivery_hours_hour_idx" ON "delivery_hours"("hour");

ALTER TABLE "delivery_hours" ADD CONSTRAINT "delivery_hours_organizationId_integrationId_fkey" FOREIGN KEY ("organizationId", "integrationId") REFERENCES "integrations"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
