-- A fleet that a thing was just joining could be deleted: what was counted missed the thing, and the cascade took it out of the
-- fleet without a new version, an audit entry or an event. Now the deletion is refused, as that of a site is. A thing that is
-- deleted still leaves its fleets.

-- DropForeignKey
ALTER TABLE "fleet_members" DROP CONSTRAINT "fleet_members_organizationId_fleetId_fkey";

-- AddForeignKey
ALTER TABLE "fleet_members" ADD CONSTRAINT "fleet_members_organizationId_fleetId_fkey" FOREIGN KEY ("organizationId", "fleetId") REFERENCES "fleets"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
