-- Views of the console's explorer that the members of an organization share.

CREATE TABLE "saved_views" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" JSONB NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("organizationId","id")
);

CREATE UNIQUE INDEX "saved_views_organizationId_name_key" ON "saved_views"("organizationId", "name");

ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
