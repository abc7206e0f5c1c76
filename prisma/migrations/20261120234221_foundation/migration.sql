-- CreateEnum
CREATE TYPE "KeyType" AS ENUM ('External', 'Admin');

-- CreateEnum
CREATE TYPE "ValueType" AS ENUM ('number', 'integer', 'boolean', 'string');

-- CreateEnum
CREATE TYPE "MetricKind" AS ENUM ('gauge', 'counter', 'state');

-- CreateEnum
CREATE TYPE "UnknownMetrics" AS ENUM ('reject', 'ignore');

-- CreateEnum
CREATE TYPE "ThingStatus" AS ENUM ('Active', 'Inactive', 'Retired');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "activeOrganizationId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMP(3),
    "refreshTokenExpiresAt" TIMESTAMP(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "number" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "logo" TEXT,
    "metadata" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "inviterId" TEXT NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "keys" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "keyType" "KeyType" NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "pepperVersion" INTEGER NOT NULL,
    "lastFour" TEXT NOT NULL,
    "scopes" JSONB NOT NULL,
    "allowedIpCidrs" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" JSONB NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "revokedBy" JSONB,
    "lastUsedAt" TIMESTAMPTZ(3),
    "lastUsedIp" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "organizationId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "address" TEXT,
    "requestId" TEXT,
    "operation" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "sites" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "timezone" TEXT NOT NULL,
    "location" JSONB,
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "sites_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "fleets" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "fleets_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "fleet_members" (
    "organizationId" TEXT NOT NULL,
    "fleetId" TEXT NOT NULL,
    "thingId" TEXT NOT NULL,

    CONSTRAINT "fleet_members_pkey" PRIMARY KEY ("organizationId","fleetId","thingId")
);

-- CreateTable
CREATE TABLE "metric_definitions" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "valueType" "ValueType" NOT NULL,
    "unit" TEXT,
    "kind" "MetricKind" NOT NULL DEFAULT 'gauge',
    "min" DOUBLE PRECISION,
    "max" DOUBLE PRECISION,
    "enumValues" TEXT[],
    "expectedIntervalSeconds" INTEGER,
    "retentionDays" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "metric_definitions_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "thing_types" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "attributesSchema" JSONB,
    "unknownMetrics" "UnknownMetrics" NOT NULL DEFAULT 'reject',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "thing_types_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "thing_type_metrics" (
    "organizationId" TEXT NOT NULL,
    "thingTypeId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "metricDefinitionId" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,

    CONSTRAINT "thing_type_metrics_pkey" PRIMARY KEY ("organizationId","thingTypeId","key")
);

-- CreateTable
CREATE TABLE "metric_keys" (
    "organizationId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "number" SERIAL NOT NULL,

    CONSTRAINT "metric_keys_pkey" PRIMARY KEY ("organizationId","key")
);

-- CreateTable
CREATE TABLE "things" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "number" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "thingTypeId" TEXT NOT NULL,
    "siteId" TEXT,
    "status" "ThingStatus" NOT NULL DEFAULT 'Active',
    "location" JSONB,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "lastSeenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "things_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_userId_idx" ON "sessions"("userId");

-- CreateIndex
CREATE INDEX "accounts_userId_idx" ON "accounts"("userId");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_number_key" ON "organizations"("number");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "memberships_userId_idx" ON "memberships"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_organizationId_userId_key" ON "memberships"("organizationId", "userId");

-- CreateIndex
CREATE INDEX "invitations_organizationId_idx" ON "invitations"("organizationId");

-- CreateIndex
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

-- CreateIndex
CREATE INDEX "keys_organizationId_createdAt_id_idx" ON "keys"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "keys_organizationId_id_key" ON "keys"("organizationId", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organizationId_resource_id_idx" ON "audit_entries"("organizationId", "resource", "id");

-- CreateIndex
CREATE INDEX "fleet_members_organizationId_thingId_idx" ON "fleet_members"("organizationId", "thingId");

-- CreateIndex
CREATE INDEX "thing_type_metrics_organizationId_metricDefinitionId_idx" ON "thing_type_metrics"("organizationId", "metricDefinitionId");

-- CreateIndex
CREATE INDEX "thing_type_metrics_organizationId_key_idx" ON "thing_type_metrics"("organizationId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "metric_keys_number_key" ON "metric_keys"("number");

-- CreateIndex
CREATE UNIQUE INDEX "things_number_key" ON "things"("number");

-- CreateIndex
CREATE INDEX "things_organizationId_thingTypeId_id_idx" ON "things"("organizationId", "thingTypeId", "id");

-- CreateIndex
CREATE INDEX "things_organizationId_siteId_id_idx" ON "things"("organizationId", "siteId", "id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keys" ADD CONSTRAINT "keys_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sites" ADD CONSTRAINT "sites_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fleets" ADD CONSTRAINT "fleets_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fleet_members" ADD CONSTRAINT "fleet_members_organizationId_fleetId_fkey" FOREIGN KEY ("organizationId", "fleetId") REFERENCES "fleets"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fleet_members" ADD CONSTRAINT "fleet_members_organizationId_thingId_fkey" FOREIGN KEY ("organizationId", "thingId") REFERENCES "things"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_definitions" ADD CONSTRAINT "metric_definitions_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thing_types" ADD CONSTRAINT "thing_types_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thing_type_metrics" ADD CONSTRAINT "thing_type_metrics_organizationId_thingTypeId_fkey" FOREIGN KEY ("organizationId", "thingTypeId") REFERENCES "thing_types"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thing_type_metrics" ADD CONSTRAINT "thing_type_metrics_organizationId_metricDefinitionId_fkey" FOREIGN KEY ("organizationId", "metricDefinitionId") REFERENCES "metric_definitions"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thing_type_metrics" ADD CONSTRAINT "thing_type_metrics_organizationId_key_fkey" FOREIGN KEY ("organizationId", "key") REFERENCES "metric_keys"("organizationId", "key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_keys" ADD CONSTRAINT "metric_keys_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "things" ADD CONSTRAINT "things_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "things" ADD CONSTRAINT "things_organizationId_thingTypeId_fkey" FOREIGN KEY ("organizationId", "thingTypeId") REFERENCES "thing_types"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "things" ADD CONSTRAINT "things_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "sites"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
