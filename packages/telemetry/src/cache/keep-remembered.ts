import { repeat } from '@sluice/runtime'
import { NO_ORGANIZATION } from '../thing-numbers.ts'
import type { LoadChunks } from './chunks/chunk-memory.ts'
import { type HeldDay, heldDaysIn, lotsOfDays } from './chunks/held-days.ts'
import type { SampleMemory } from './memory.ts'

/** Milliseconds. A process that is killed leaves a list that is as old as this at most. */
const SAVE_EVERY = 300_000
/** Things whose latest values are read at once. */
const THINGS = 1000

/**
 * Notes in a folder what is remembered, and loads it again after a restart: so that whoever looks at a dashboard need not wait for
 * ClickHouse, as a database does that dumps the keys of its buffer pool. Nothing depends on it, so nothing is told of a failure.
 */
export function keepRemembered(
  directory: string,
  { chunks, latest }: Pick<SampleMemory, 'chunks' | 'latest'>,
  load: LoadChunks,
) {
  const file = heldDaysIn(directory)
  let [isLoaded, isClosing] = [false, false]

  async function loadAll(): Promise<void> {
    const held = await file.read()
    for (const [organization, things] of thingsOf(held)) {
      for (let from = 0; from < things.length && !isClosing; from += THINGS) {
        await latest.read(organization, things.slice(from, from + THINGS))
      }
    }
    await chunks.preload(untilClosing(lotsOfDays(held)), load)
    isLoaded = !isClosing
  }

  function* untilClosing<Each>(all: Iterable<Each>): Generator<Each> {
    for (const each of all) {
      if (isClosing) return
      yield each
    }
  }

  /** What is not loaded yet stays on the list. */
  async function save(): Promise<void> {
    if (!isLoaded) return
    await file.save(chunks.held().filter(({ organization }) => organization !== NO_ORGANIZATION))
  }

  const loading = loadAll().catch(() => {
    isLoaded = true
  })
  const stop = repeat(SAVE_EVERY, save)
  return {
    /** Resolves once all is loaded that is to be. */
    loaded: () => loading,
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
