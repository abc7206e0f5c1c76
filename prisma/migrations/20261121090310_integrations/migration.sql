-- Outside systems are told of what happens: integrations, the outbox of events, their deliveries and the log of those.
-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'succeeded', 'failed');

-- AlterTable
ALTER TABLE "things" ADD COLUMN     "online" BOOLEAN;

-- CreateTable
CREATE TABLE "integrations" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "url" TEXT NOT NULL,
    "eventTypes" TEXT[],
    "resourceFilter" TEXT NOT NULL,
    "thresholds" JSONB NOT NULL DEFAULT '[]',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabledReason" TEXT,
    "secret" BYTEA NOT NULL,
    "previousSecret" BYTEA,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "events" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "integrationId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "leasedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "lastStatus" INTEGER,
    "lastError" TEXT,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "organizationId" TEXT NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "requestHeaders" JSONB NOT NULL,
    "status" INTEGER,
    "responseHeaders" JSONB,
    "responseBody" TEXT,
    "error" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("organizationId","deliveryId","id")
);

-- CreateTable
CREATE TABLE "threshold_breaches" (
    "organizationId" TEXT NOT NULL,
    "integrationId" TEXT NOT NULL,
    "thingId" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "threshold_breaches_pkey" PRIMARY KEY ("organizationId","integrationId","thingId","metric")
);

-- CreateTable
CREATE TABLE "sweeps" (
    "name" TEXT NOT NULL,
    "upTo" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "events_occurredAt_idx" ON "events"("occurredAt");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_position_key" ON "deliveries"("position");

-- CreateIndex
CREATE INDEX "deliveries_organizationId_integrationId_status_position_idx" ON "deliveries"("organizationId", "integrationId", "status", "position");

-- CreateIndex
CREATE INDEX "deliveries_organizationId_integrationId_resource_status_pos_idx" ON "deliveries"("organizationId", "integrationId", "resource", "status", "position");

-- CreateIndex
CREATE INDEX "deliveries_organizationId_eventId_idx" ON "deliveries"("organizationId", "eventId");

-- CreateIndex
CREATE INDEX "threshold_breaches_organizationId_thingId_idx" ON "threshold_breaches"("organizationId", "thingId");

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organizationId_integrationId_fkey" FOREIGN KEY ("organizationId", "integrationId") REFERENCES "integrations"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId") REFERENCES "events"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_organizationId_deliveryId_fkey" FOREIGN KEY ("organizationId", "deliveryId") REFERENCES "deliveries"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threshold_breaches" ADD CONSTRAINT "threshold_breaches_organizationId_integrationId_fkey" FOREIGN KEY ("organizationId", "integrationId") REFERENCES "integrations"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threshold_breaches" ADD CONSTRAINT "threshold_breaches_organizationId_thingId_fkey" FOREIGN KEY ("organizationId", "thingId") REFERENCES "things"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;


