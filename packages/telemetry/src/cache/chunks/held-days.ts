import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getOrMake } from '@sluice/runtime'
import { z } from 'zod'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { DayOfThing } from './day-of-thing.ts'
import { inTurns } from './in-turns.ts'
import { type SeriesDays, seriesDays } from './series-days.ts'

/** A cached day of a thing. */
export interface HeldDay extends ThingNumbers {
  readonly day: number
  readonly metrics: readonly number[]
}

export function asHeldDay({ share: { organization }, thing, day, chunks }: DayOfThing): HeldDay {
  return { organization, thing, day, metrics: [...chunks.keys()] }
}

const number = z.int().min(0)
const listSchema = z.array(z.tuple([number, number, z.int(), z.array(number)]))

/** The most series times days in a batch: as many as one statement loads. */
const BATCH = 64

/**
 * Keeps the list of cached days in a file, so that the next process can load them before anybody asks. The file holds
 * no samples. An outdated list only costs useless loads.
 */
export function heldDaysIn(directory: string) {
  const file = join(directory, 'remembered.json')
  return {
    async save(days: readonly HeldDay[]): Promise<void> {
      const list = days.map(({ organization, thing, day, metrics }) => {
        return [organization, thing, day, metrics]
      })
      await mkdir(directory, { recursive: true })
      await writeFile(`${file}.new`, JSON.stringify(list), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    /** Empty if the file is missing or unreadable. */
    async read(): Promise<HeldDay[]> {
      const text = await readFile(file, 'utf8').catch(() => '[]')
      try {
        return listSchema.parse(JSON.parse(text)).map(([organization, thing, day, metrics]) => {
          return { organization, thing, day, metrics }
        })
      } catch {
        return []
      }
    },
  }
}

/**
 * Groups the listed days into batches that cover each of them once: those of all organizations in turn, and of each in
 * about their order. Things with the same days share a batch.
 */
export function* batchesOfDays(held: readonly HeldDay[]): Generator<SeriesDays> {
  const things = new Map<string, { readonly first: HeldDay; readonly days: number[] }>()
  for (const one of held) {
    const metrics = one.metrics.toSorted((a, b) => a - b)
    const key = `${one.organization} ${one.thing} ${metrics}`
    getOrMake(things, key, () => ({ first: { ...one, metrics }, days: [] })).days.push(one.day)
  }
  const alike = new Map<string, SeriesDays & { readonly things: number[] }>()
  for (const { first, days } of things.values()) {
    days.sort((a, b) => a - b)
    const { organization, metrics, thing } = first
    const key = `${organization} ${metrics} ${days}`
    getOrMake(alike, key, () => ({ organization, things: [], metrics, days })).things.push(thing)
  }
  const batches = [...alike.values()].flatMap((batch) => [...partsOf(batch, BATCH)])
  yield* inTurns(Map.groupBy(batches, ({ organization }) => organization).values())
}

/** Splits a batch into parts of at most `most` series times days, but never below one day of one thing. */
export function* partsOf(batch: SeriesDays, most: number): Generator<SeriesDays> {
  const { things, days } = batch
  if (seriesDays(batch) <= most || (things.length === 1 && days.length === 1)) yield batch
  else if (things.length > 1) {
    const half = Math.ceil(things.length / 2)
    yield* partsOf({ ...batch, things: things.slice(0, half) }, most)
    yield* partsOf({ ...batch, things: things.slice(half) }, most)
  } else {
    const half = Math.ceil(days.length / 2)
    yield* partsOf({ ...batch, days: days.slice(half) }, most)
    yield* partsOf({ ...batch, days: days.slice(0, half) }, most)
  }
}
