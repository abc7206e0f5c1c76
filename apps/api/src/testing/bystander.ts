import type { ActorName } from '@sluice/contract'
import type { Core } from '@sluice/core'
import { sampleCalls } from './sample-calls.ts'
import { newTenant, type Tenant } from './tenant.ts'

/** A value that only a bystander's data have. */
const ODD = 43.215

/**
 * An organization with the same ids as every tenant of the tests, and every resource that the sample calls
 * use. No call of another organization may change or show any of it.
 */
export async function newBystander(core: Core) {
  const tenant = await newTenant(core)
  await furnish(core, tenant)
  const statement = await rowsOfAllTables(core)

  /** All rows of the organization as one text. */
  async function everything(): Promise<string> {
    const rows = await core.db.$queryRawUnsafe<{ rows: object }[]>(statement, tenant.id)
    return JSON.stringify(rows)
  }

  return { ...tenant, everything, marks: [tenant.id, String(ODD)] }
}

async function furnish(core: Core, tenant: Tenant): Promise<void> {
  for (const made of ['templates.drift', 'integrations.delivery'] satisfies ActorName[]) {
    await sampleCalls[made](tenant)
  }
  const name = `of ${tenant.id}`
  await tenant.mint({ name })
  await tenant.act('sites.update', { params: { siteId: 'yard' }, body: { name } })
  const members = { add: ['truck-1'], remove: [] }
  await tenant.act('fleets.changeMembers', { params: { fleetId: 'north' }, body: members })
  await tenant.act('things.update', { params: { thingId: 'truck-1' }, body: { name } })
  await tenant.act('telemetry.ingest', {
    params: { thingId: 'truck-1' },
    query: {},
    body: { timestamp: '2026-06-01T11:30:00Z', values: { temperature: ODD } },
  })
  await core.lastSeen.flush()
}

async function rowsOfAllTables({ db }: Core): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'organizationId' ORDER BY 1`
  const selects = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS "table", to_jsonb(found) AS rows FROM "${name}" AS found WHERE "organizationId" = $1`,
  )
  return `SELECT * FROM (${selects.join(' UNION ALL ')}) AS every ORDER BY "table", rows::text`
}
