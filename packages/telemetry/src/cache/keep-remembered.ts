import { batchesOf, repeat } from '@sluice/runtime'
import { NO_ORGANIZATION } from '../thing-numbers.ts'
import type { LoadChunks } from './chunks/chunk-memory.ts'
import { batchesOfDays, type HeldDay, heldDaysIn } from './chunks/held-days.ts'
import { takeWhile } from './chunks/load-ahead.ts'
import { latestInParts } from './latest/latest-in-parts.ts'
import type { SampleMemory } from './memory.ts'

/** Milliseconds. The list that a killed process leaves is at most this old. */
const SAVE_EVERY_MS = 300_000
/** Things whose latest values are read by one statement. */
const THINGS_PER_STATEMENT = 1000
/** Batches that are loaded at a time: the engine has more than one core, and Node fills chunks meanwhile. */
const BATCHES_AT_ONCE = 2

/**
 * Saves in a folder which keys are cached, and loads them after a restart, as a database dumps the keys of its buffer
 * pool. So dashboards need not wait for ClickHouse. Nothing depends on it, so failures are ignored.
 */
export function keepRemembered(
  directory: string,
  { chunks, latest }: Pick<SampleMemory, 'chunks' | 'latest'>,
  load: LoadChunks,
) {
  const file = heldDaysIn(directory)
  const { promise: begun, resolve: begin } = Promise.withResolvers<readonly HeldDay[]>()
  let [isLoaded, isClosing] = [false, false]

  /** What cannot be read is left to queries. */
  async function loadLatest(organization: number, things: readonly number[]): Promise<void> {
    try {
      for (const numbers of batchesOf(things, THINGS_PER_STATEMENT)) {
        if (isClosing) return
        const some = numbers.map((number) => ({ number }))
        // What is read stays in memory.
        for await (const _ of latestInParts(latest.read, organization, some));
      }
    } catch {}
  }

  async function loadAll(): Promise<void> {
    const held = await file.read()
    for (const [organization, things] of thingsOf(held)) await loadLatest(organization, things)
    const [first, ...others] = batchesOfDays(held)
    await chunks.preload(first ? [first] : [], load)
    begin(held)
    // The loads share the generator.
    const batches = takeWhile(others, () => !isClosing)
    const loads = Array.from({ length: BATCHES_AT_ONCE }, () => chunks.preload(batches, load))
    await Promise.all(loads)
    isLoaded = !isClosing
  }

  /** Days that are not loaded yet stay on the list, and all of it if there is nothing in its place. */
  async function save(): Promise<void> {
    const held = chunks.held().filter(({ organization }) => organization !== NO_ORGANIZATION)
    if (isLoaded && held.length > 0) await file.save(held)
  }

  const loading = loadAll().catch(() => {
    isLoaded = true
    begin([])
  })
  const stop = repeat(SAVE_EVERY_MS, save)
  return {
    /** Resolves with the listed days, once the first of them are loaded. */
    begun: () => begun,
    async close(): Promise<void> {
      isClosing = true
      await Promise.all([loading, stop()])
      await save().catch(() => {})
    },
  }
}

function thingsOf(held: readonly HeldDay[]): Map<number, number[]> {
  const things = Map.groupBy(held, ({ organization }) => organization)
  return new Map(
    [...things].map(([of, days]) => [of, [...new Set(days.map(({ thing }) => thing))]]),
  )
}
