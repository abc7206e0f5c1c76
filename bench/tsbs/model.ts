import { randomOf } from '@sluice/contract/testing'
import { type AskedTimes, classes, type Question } from './classes.ts'
import type { Contestant } from './contestants.ts'
import { DAY_MS, HOSTS, type HostRows, METRICS } from './data.ts'
import { LATE_STEP_MS } from './feed.ts'
import { send } from './send.ts'

const QUESTIONS = 3

type Series = Readonly<Record<string, readonly (number | null)[]>>
/** Epoch milliseconds, and the value of then or of the bucket that begins then. */
type Row = readonly [time: number, value: number]

/** What was written of the hosts, the last value of each time. */
export class Model {
  readonly #start: number
  readonly #columns: readonly (readonly Float64Array[])[]

  /**
   * @param start - of the day, epoch milliseconds
   * @param seconds - of the feed
   */
  constructor(start: number, seconds: number) {
    this.#start = start
    const rows = (DAY_MS + seconds * 1000) / LATE_STEP_MS
    this.#columns = Array.from({ length: HOSTS }, () =>
      METRICS.map(() => new Float64Array(Math.ceil(rows)).fill(Number.NaN)),
    )
  }

  put({ host, start, columns }: HostRows): void {
    const first = (start - this.#start) / LATE_STEP_MS
    for (const [i, column] of columns.entries()) {
      const own = this.#columns[host]?.[i]
      for (const [row, value] of column.entries())
        own?.fill(value, first + 2 * row, first + 2 * row + 1)
    }
  }

  /** The values of a metric of these hosts together, for a window in the day. */
  values(question: Question, hosts: readonly number[], metric: string): Row[] {
    const { from, to, aggregate, bucket, latest, above } = question
    const high = (METRICS as readonly string[]).indexOf(above?.metric ?? '')
    const at = (METRICS as readonly string[]).indexOf(metric)
    const buckets = new Map<number, number[]>()
    for (let time = from; time < to; time += LATE_STEP_MS) {
      const row = (time - this.#start) / LATE_STEP_MS
      const key = aggregate === 'raw' ? time : time - (time % (bucket * 1000))
      for (const host of hosts) {
        const value = this.#columns[host]?.[at]?.[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        if (above && (this.#columns[host]?.[high]?.[row] ?? 0) <= above.value) continue
        const samples = buckets.get(key) ?? []
        buckets.set(key, samples)
        samples.push(value)
      }
    }
    const rows = [...buckets].map(([time, samples]): Row => {
      const sum = samples.reduce((total, sample) => total + sample, 0)
      return [time, aggregate === 'avg' ? sum / samples.length : Math.max(...samples)]
    })
    return latest ? rows.slice(-latest).reverse() : rows
  }

  /** The last value of a metric of a host. */
  last(host: number, metric: string): Row {
    const at = (METRICS as readonly string[]).indexOf(metric)
    const values = this.#columns[host]?.[at] ?? new Float64Array()
    const row = values.findLastIndex((value) => !Number.isNaN(value))
    return [this.#start + row * LATE_STEP_MS, values[row] ?? Number.NaN]
  }
}

/**
 * Compares answers of each class with the samples that were written, so that what is measured is not a quick wrong answer.
 * Answers how many values were compared.
 *
 * @throws if one differs
 */
export async function checkAnswers(
  contestant: Contestant,
  model: Model,
  seed: number,
  asked: AskedTimes,
): Promise<number> {
  let compared = 0
  for (const { name, next } of classes) {
    const random = randomOf(seed + 2)
    for (let i = 0; i < QUESTIONS; i += 1) {
      const question = next(random, asked)
      const text = await send(contestant.ask(question))
      compared += compareAnswer(name, text, model, question)
    }
  }
  return compared
}

/** Throws where an answer is not what the samples say. Answers how many values were compared. */
export function compareAnswer(
  name: string,
  text: string,
  model: Written,
  question: Question,
): number {
  return question.aggregate === 'last'
    ? compareLast(name, text, model)
    : compareSeries(name, text, model, question)
}

type Written = Pick<Model, 'values' | 'last'>

function compareSeries(name: string, text: string, model: Written, question: Question): number {
  const { timestamps, values, byThing } = JSON.parse(text) as {
    timestamps: readonly string[]
    values: Series | null
    byThing: Record<string, Series> | null
  }
  let compared = 0
  const all = byThing ?? { [`station-${question.host}`]: values }
  if (byThing) checkHosts(name, Object.keys(byThing))
  for (const [id, series] of Object.entries(all)) {
    const hosts = question.host === undefined && values ? allHosts : [hostOf(id)]
    for (const metric of question.metrics) {
      const found = (series?.[metric] ?? []).flatMap((value, i) =>
        value === null ? [] : [[Date.parse(timestamps[i] ?? ''), value] as const],
      )
      compared += compare(name, found, model.values(question, hosts, metric))
    }
  }
  return compared
}

function compareLast(name: string, text: string, model: Written): number {
  const { byThing } = JSON.parse(text) as {
    byThing: Record<string, Record<string, { timestamp: string; value: number }>>
  }
  const all = Object.entries(byThing)
  checkHosts(name, Object.keys(byThing))
  let compared = 0
  for (const [id, values] of all) {
    const found = METRICS.map((metric) => {
      const { timestamp = '', value = Number.NaN } = values[metric] ?? {}
      return [Date.parse(timestamp), value] as const
    })
    const wanted = METRICS.map((metric) => model.last(hostOf(id), metric))
    compared += compare(name, found, wanted)
  }
  return compared
}

const hostOf = (thingId: string) => Number(thingId.split('-')[1])
const allHosts = Array.from({ length: HOSTS }, (_, host) => host)

function checkHosts(name: string, ids: readonly string[]): void {
  const hosts = new Set(ids.map(hostOf)).size
  if (hosts !== HOSTS) throw new Error(`${name}: ${hosts} hosts in place of ${HOSTS}`)
}

function compare(name: string, found: readonly Row[], wanted: readonly Row[]): number {
  if (found.length !== wanted.length) {
    throw new Error(`${name}: ${found.length} values in place of ${wanted.length}`)
  }
  for (const [i, [time, value]] of wanted.entries()) {
    const [at, other] = found[i] ?? []
    if (at === time && Math.abs(Number(other) - value) < 1e-6) continue
    throw new Error(`${name}: row ${i} is ${other} at ${at} in place of ${value} at ${time}`)
  }
  return wanted.length
}
