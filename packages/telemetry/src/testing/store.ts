import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateStore } from '@sluice/clickhouse'
import { inject } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { telemetrySteps } from '../schema.ts'
import type { SampleStore, SampleWriter } from '../store.ts'
import { memoryLogs } from './memory-log.ts'

/**
 * Ways to open the store: `logged` is that of `this` with a log of samples, as the product is on one machine; `shared` that
 * of many nodes, over a log in memory.
 */
type StoreKind = SampleWriter['kind'] | 'logged'

/** How a question is answered, and the kind of store that answers so. */
export const waysToAnswer = [
  ['by the tables', 'any'],
  ['from memory', 'logged'],
] as const

/** For the tests of this room that need an engine: the store they share, its schema current. */
export async function openTestStore(kind: StoreKind = 'any'): Promise<SampleStore> {
  const url = inject('clickhouseUrl')
  await migrateStore({ url }, telemetrySteps)
  const clock = () => new Date()
  if (kind === 'shared') {
    const log = memoryLogs().node()
    return openSampleStore({ url, clock, sampleWriter: { kind, log, flushes: true } })
  }
  if (kind !== 'logged') return openSampleStore({ url, clock, sampleWriter: { kind } })
  const log = await mkdtemp(join(tmpdir(), 'sluice-samples-'))
  const store = openSampleStore({ url, clock, sampleWriter: { kind: 'this', log } })
  return {
    ...store,
    async close() {
      await store.close()
      await rm(log, { recursive: true })
    },
  }
}
