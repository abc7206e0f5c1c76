import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateStore } from '@sluice/clickhouse'
import { afterAll, beforeAll, inject } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { telemetrySteps } from '../schema.ts'
import type { SampleStore, SampleWriter } from '../store.ts'
import { memoryLogs } from './memory-log.ts'

/** How a question is answered, and the kind of store that answers so. */
export const waysToAnswer = [
  ['by the tables', 'forgetful'],
  ['from memory', 'this'],
  ['from memory of one of many nodes', 'shared'],
] as const

/** As many nodes write, over a log in memory. */
export function memoryWriter(clock?: () => number): SampleWriter {
  return { kind: 'shared', log: memoryLogs(clock).node(), flushes: true }
}

/** A store whose series and summaries are read from the tables. */
export function byTables(store: SampleStore): SampleStore {
  return { ...store, chunks: undefined, buckets: undefined }
}

/** For the tests of this room that need an engine: the store they share, its schema current. */
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

/** The same for the tests of a file or of a `describe`: opened before them, and closed after them. */
export function openedStore(...asked: Parameters<typeof openTestStore>): () => SampleStore {
  let store: SampleStore
  beforeAll(async () => {
    store = await openTestStore(...asked)
  })
  afterAll(() => store.close())
  return () => store
}
