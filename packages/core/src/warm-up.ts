import { type Metric, NO_ORGANIZATION } from '@sluice/telemetry'
import type { ChangeFeed } from './changes/index.ts'
import type { Core } from './context.ts'
import { loadKey } from './keys/index.ts'
import { loadThings, loadType } from './known-things/index.ts'
import { type Present, rehearse } from './rehearse.ts'

/** No row has such an id. */
const NOBODY = ''
const metric: Metric = {
  ...{ key: 'none', number: 0, valueType: 'number', required: false, min: null, max: null },
  ...{ enumValues: [], expectedIntervalSeconds: null, retentionDays: null },
}
const members = [{ id: NOBODY, number: 0, metrics: [metric] }]
const subject = {
  organization: NO_ORGANIZATION,
  ...{ members, metrics: [metric], timezone: 'UTC', name: 'nothing' },
}

/**
 * Runs typical queries, first for data that does not exist, then for what an earlier process had cached, so that the first
 * caller need not wait for connections to be opened and code to be compiled. Never rejects: callers will see the error of
 * a store that is down.
 */
export async function warmUp(
  core: Core & { readonly changes: ChangeFeed },
  present: Present = () => undefined,
): Promise<void> {
  const { db, telemetry, clock } = core
  const now = clock()
  const range = { from: '2000-01-01T00:00:00Z', to: '2000-01-01T01:00:00Z' }
  const query = { ...range, order: 'asc', limit: 1, fill: 'none' } as const
  await Promise.allSettled([
    loadKey(db, NOBODY),
    loadThings(db, NOBODY, [NOBODY]),
    loadType(db, NOBODY, NOBODY),
    telemetry
      .latest(subject.organization, [{ number: 0 }])
      [Symbol.asyncIterator]()
      .next(),
    telemetry.thingSeries(subject, query, now),
    telemetry.thingSeries(subject, { ...query, interval: '1m', aggregate: 'avg' }, now),
    telemetry.summary(subject, { ...range, groupBy: 'none', limit: 1 }, now, {}),
  ])
  await rehearse(core, present).catch(() => {})
}
