import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateStore } from '@sluice/clickhouse'
import { afterAll, beforeAll, inject } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { telemetrySteps } from '../schema.ts'
import type { SampleStore, SampleWriter } from '../store.ts'
import { memoryLogs } from './memory-log.ts'

/** Ways to answer a query, and the kind of store that does. */
export const waysToAnswer = [
  ['by the tables', 'forgetful'],
  ['from memory', 'this'],
  ['from memory of one of many nodes', 'shared'],
] as const

/** A writer as one of many nodes, over a log in memory. */
export function memoryWriter(clock?: () => number): SampleWriter {
  return { kind: 'shared', log: memoryLogs(clock).node(), flushes: true }
}

/** A store that reads series and summaries from the tables, without caches. */
export function byTables(store: SampleStore): SampleStore {
  return { ...store, chunks: undefined, buckets: undefined }
}

/** For tests that need an engine: the shared store, with its schema up to date. */
export async function openTestStore(
  kind: SampleWriter['kind'] | 'forgetful' = 'forgetful',
  cacheBytes?: number,
): Promise<SampleStore> {
  const url = inject('clickhouseUrl')
  await migrateStore({ url }, telemetrySteps)
  const clock = () => new Date()
  if (kind === 'shared' || kind === 'forgetful') {
    const store = openSampleStore({ url, clock, sampleWriter: memoryWriter(), cacheBytes })
    return kind === 'shared' ? store : byTables(store)
  }
  if (kind === 'another') return openSampleStore({ url, clock })
  const log = await mkdtemp(join(tmpdir(), 'sluice-samples-'))
  const store = openSampleStore({ url, clock, sampleWriter: { kind: 'this', log }, cacheBytes })
  return {
    ...store,
    async close() {
      await store.close()
      await rm(log, { recursive: true })
    },
  }
}

/** The same for a file or a `describe`: opened before all tests, closed after them. */
export function openedStore(...asked: Parameters<typeof openTestStore>): () => SampleStore {
  let store: SampleStore
  beforeAll(async () => {
    store = await openTestStore(...asked)
  })
  afterAll(() => store.close())
  return () => store
}
