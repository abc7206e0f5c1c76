import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateStore } from '@sluice/clickhouse'
import { inject } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { telemetrySteps } from '../schema.ts'
import type { SampleStore, SampleWriter } from '../store.ts'
import { memoryLogs } from './memory-log.ts'

/** How a question is answered, and the kind of store that answers so. */
export const waysToAnswer = [
  ['by the tables', 'shared'],
  ['from memory', 'this'],
] as const

/** As many nodes write, over a log in memory. */
export function memoryWriter(clock?: () => number): SampleWriter {
  return { kind: 'shared', log: memoryLogs(clock).node(), flushes: true }
}

/** For the tests of this room that need an engine: the store they share, its schema current. */
export async function openTestStore(
  kind: SampleWriter['kind'] = 'shared',
  cacheBytes?: number,
): Promise<SampleStore> {
  const url = inject('clickhouseUrl')
  await migrateStore({ url }, telemetrySteps)
  const clock = () => new Date()
  if (kind === 'shared') return openSampleStore({ url, clock, sampleWriter: memoryWriter() })
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
