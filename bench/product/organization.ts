import { randomBytes } from 'node:crypto'
import { storageBounds, storageKinds } from '@sluice/contract'
import {
  actForOrganization,
  atCommandLine,
  createOrganization,
  openCore,
  perform,
  setLimit,
  setQuota,
} from '@sluice/core'

const ROOM = { perMinute: 10_000_000, burst: 10_000_000, reason: 'a bench', until: undefined }

export interface Prepared {
  readonly pepper: string
  /** A key that may read and write everything in the organization. */
  readonly key: string
}

/**
 * An organization whose budgets a bench cannot exhaust, with a type of these number metrics and these
 * things.
 */
export async function prepareOrganization(
  stores: { readonly databaseUrl: string; readonly clickhouseUrl: string },
  { things, metrics }: { readonly things: readonly string[]; readonly metrics: readonly string[] },
): Promise<Prepared> {
  const pepper = randomBytes(32).toString('hex')
  const core = openCore({ ...stores, peppers: new Map([[1, pepper]]), databaseConnections: 2 })
  try {
    await createOrganization(core, { id: 'bench', name: 'bench' })
    for (const tier of ['standard', 'data-read'] as const) {
      await setLimit(atCommandLine(core), 'bench', { tier, ...ROOM })
    }
    for (const kind of storageKinds) {
      await setQuota(atCommandLine(core), 'bench', { kind, ...storageBounds, reason: ROOM.reason })
    }
    const actor = await actForOrganization(core, 'bench', 'bench')
    if (!actor) throw new Error('The organization was not made.')
    const by = { actor, requestId: 'bench', address: null }
    const gauge = { id: 'gauge', name: 'Gauge', valueType: 'number' as const }
    await perform(core, { name: 'metricDefinitions.create', ...by, call: { body: gauge } })
    const measured = metrics.map((key) => ({ key, metricDefinitionId: 'gauge' }))
    const type = { id: 'station', name: 'Station', metrics: measured }
    await perform(core, { name: 'thingTypes.create', ...by, call: { body: type } })
    for (const id of things) {
      const body = { id, name: id, thingTypeId: 'station' }
      await perform(core, { name: 'things.create', ...by, call: { body } })
    }
    const scopes = (['write', 'read'] as const).map((action) => ({ action, resourceFilter: '#' }))
    const body = { keyType: 'External' as const, name: 'bench', scopes }
    const { key } = await perform(core, { name: 'keys.create', ...by, call: { body } })
    return { pepper, key }
  } finally {
    await core.close()
  }
}
