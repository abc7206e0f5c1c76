-- Templates, and the records of their applications. Ids sort by their bytes whatever the database's collation is,
-- because lists mix them with the built-in templates, which have no row.
CREATE TABLE "templates" (
  "organizationId" TEXT NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  "labels" JSONB NOT NULL DEFAULT '{}',
  "parameters" JSONB NOT NULL,
  "resources" JSONB NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,

  CONSTRAINT "templates_pkey" PRIMARY KEY ("organizationId", "id")
);

CREATE TABLE "template_applications" (
  "organizationId" TEXT NOT NULL,
  "templateId" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "parameters" JSONB NOT NULL,
  "template" JSONB NOT NULL,
  "resourceCount" INTEGER NOT NULL,
  "appliedAt" TIMESTAMPTZ(3) NOT NULL,
  "appliedBy" JSONB NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,

  CONSTRAINT "template_applications_pkey" PRIMARY KEY ("organizationId", "templateId", "id")
);

ALTER TABLE "templates" ADD CONSTRAINT "templates_organizationId_fkey"
  FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "template_applications" ADD CONSTRAINT "template_applications_organizationId_fkey"
  FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
