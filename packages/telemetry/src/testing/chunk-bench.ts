import { atOnce } from '@sluice/runtime'
import { type LoadBound, rememberChunks } from '../cache/chunks/chunk-memory.ts'
import { Chunks } from '../cache/chunks/loading.ts'
import type { SeriesDays } from '../cache/chunks/series-days.ts'
import { trackIndeterminate } from '../cache/remembering.ts'
import { dayOf } from '../rollups/rules.ts'
import { writeOf } from './blocks.ts'

export const ORGANIZATION = 5
export const HOUR = 3_600_000_000

interface Asked {
  readonly organization?: number
  readonly things?: readonly number[]
  readonly metrics?: readonly number[]
  readonly days?: readonly number[]
}

/** A table with last write wins. */
export function chunkBench(options: Partial<Parameters<typeof rememberChunks>[0]> = {}) {
  const clock = { now: 1 }
  const monotonic = () => clock.now
  const isIndeterminate = (organization: number) => outcomes.isIndeterminate(organization)
  const memory = rememberChunks({
    ...{ monotonic, isIndeterminate, maxBytes: 1e6, loadsAhead: true, ...options },
  })
  const outcomes = trackIndeterminate(monotonic, memory)
  const table = new Map<string, [thing: number, metric: number, time: number, number: number]>()
  const loads: (SeriesDays & LoadBound)[] = []
  const bench = {
    ...{ memory, clock, loads, noteIndeterminate: outcomes.noteIndeterminate },
    /** Called after the table was read, before the load resolves. */
    async whileLoading() {},
    /** Writes a sample at an hour. */
    write(
      hour: number,
      value: number,
      { organization = ORGANIZATION, thing = 7, metric = 1 } = {},
    ) {
      const time = hour * HOUR
      table.set(`${organization} ${thing} ${metric} ${time}`, [thing, metric, time, value])
      const write = writeOf(thing, 1n, (samples) => samples.push(metric, time, value))
      memory.written([{ ...write, organization }])
      write.samples.free()
    },
    /** Writes a sample into the table only, as a statement by hand. */
    change(hour: number, value: number) {
      table.set(`${ORGANIZATION} 7 1 ${hour * HOUR}`, [7, 1, hour * HOUR, value])
    },
    /** What `ask` should answer. */
    expected({ things = [7], metrics = [1], days = [0] }: Asked = {}) {
      const rows = [...table.values()].sort(([, , one], [, , other]) => one - other)
      return things.flatMap((thing) =>
        days.flatMap((day) =>
          metrics.flatMap((metric) =>
            rows
              .filter((row) => row[0] === thing && row[1] === metric && dayOf(row[2]) === day)
              .map(([, , , value]) => value),
          ),
        ),
      )
    },
    erase(thing: number) {
      for (const [key, [owner]] of table) if (owner === thing) table.delete(key)
      memory.forget({ organization: ORGANIZATION, thing })
    },
    async load(missing: SeriesDays, bound: LoadBound) {
      loads.push({ ...missing, ...bound })
      const chunks = new Chunks()
      for (const [key, [thing, metric, time, value]] of table) {
        const isMissing =
          key.startsWith(`${missing.organization} `) &&
          missing.things.includes(thing) &&
          missing.metrics.includes(metric) &&
          missing.days.includes(dayOf(time))
        if (isMissing) chunks.getOrMake(thing, metric, dayOf(time)).put(time, value, '')
      }
      await bench.whileLoading()
      return chunks
    },
    /** A second later. */
    upkeep() {
      clock.now += 1000
      return memory.upkeep(bench.load)
    },
    /** All values by thing, day, metric and time; undefined if the store should answer. */
    async ask({
      organization = ORGANIZATION,
      things = [7],
      metrics = [1],
      days = [0],
    }: Asked = {}) {
      const wanted = { organization, things, metrics, days }
      const found = await memory.read(wanted, bench.load)
      return found?.flatMap((thing) =>
        thing.flatMap((day) =>
          metrics.flatMap((metric) => {
            const chunk = day.get(metric)
            const run = chunk && atOnce(chunk.run())
            return run ? [...run.numbers.subarray(run.first, run.end)] : []
          }),
        ),
      )
    },
  }
  return bench
}

/** The integers from 0. */
export const range = (length: number) => Array.from({ length }, (_, i) => i)
