import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getOrMake } from '@sluice/runtime'
import { z } from 'zod'
import { type SeriesDays, seriesDays } from './series-days.ts'

/** A day of a thing that is remembered. */
export interface HeldDay {
  readonly organization: number
  readonly thing: number
  readonly day: number
  readonly metrics: readonly number[]
}

const number = z.int().min(0)
const listSchema = z.array(z.tuple([number, number, z.int(), z.array(number)]))

/** Series times days that are loaded at once: as many as one statement loads. */
const LOT = 64

/**
 * Which days of which things a process remembers, in a file: so that the next one loads them before anybody asks. It holds no
 * samples. What it lists may be out of date: then something is loaded in vain.
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
    /** Nothing where there is no such file, or none that can be read. */
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

/** The same as questions that together ask for each of them once, in about their order; things of like days together. */
export function* lotsOfDays(held: readonly HeldDay[]): Generator<SeriesDays> {
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
  for (const lot of alike.values()) yield* partsOf(lot, LOT)
}

/** Parts of so many series times days at most, but of a whole thing's day at least. */
export function* partsOf(lot: SeriesDays, most: number): Generator<SeriesDays> {
  const { things, days } = lot
  if (seriesDays(lot) <= most || (things.length === 1 && days.length === 1)) yield lot
  else if (things.length > 1) {
    const half = Math.ceil(things.length / 2)
    yield* partsOf({ ...lot, things: things.slice(0, half) }, most)
    yield* partsOf({ ...lot, things: things.slice(half) }, most)
  } else {
    const half = Math.ceil(days.length / 2)
    yield* partsOf({ ...lot, days: days.slice(half) }, most)
    yield* partsOf({ ...lot, days: days.slice(0, half) }, most)
  }
}
