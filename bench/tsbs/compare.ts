import { randomOf } from '@sluice/contract/testing'
import { median } from '../median.ts'
import { quantile } from '../quantile.ts'
import { load, type Measured } from '../wrk.ts'
import type { AskedTimes, Question, QuestionClass } from './classes.ts'
import type { Contestant } from './contestants.ts'
import { DAY_MS, HOSTS } from './data.ts'
import { send } from './send.ts'

/** Questions of a class before those that count. */
const FIRST = 20
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100)
const MILLIS_A_CLASS = 30_000
const CALLERS = 8
const CALLERS_SECONDS = 5
/** After the first one. */
const CALLERS_ROUNDS = 3
/** More than are asked in that time, so that none comes twice. */
const QUESTIONS = 240_000

/** Queries of each class of all hosts for days that are not in memory. The second one has Sluice load them. */
const UNCACHED = 3

interface Asked {
  readonly contestants: readonly Contestant[]
  readonly seed: number
  times(): AskedTimes
}

/** Prints a row for each class: the first queries, and those that follow. */
export async function compareClasses(classes: readonly QuestionClass[], asked: Asked) {
  const names = asked.contestants.map(({ name }) => name).join(' | ')
  console.log(`| class, ms: p50 (p99) | first ${FIRST}: ${names} | then: ${names} |`)
  console.log(`|---|${'---:|'.repeat(2 * asked.contestants.length)}`)
  for (const one of classes) await compareClass(one, asked)
}

async function compareClass({ name, next }: QuestionClass, { contestants, seed, times }: Asked) {
  const random = randomOf(seed)
  const taken = contestants.map(() => [] as number[])
  const until = performance.now() + MILLIS_A_CLASS
  for (let round = 0; round < FIRST + ROUNDS; round += 1) {
    if (round > FIRST && performance.now() > until) break
    const question = next(random, times())
    for (const i of contestants.keys()) {
      const turn = (i + round) % contestants.length
      const contestant = contestants[turn]
      if (contestant) taken[turn]?.push(await timed(contestant, question))
    }
  }
  const cells = [
    ...taken.map((all) => figures(all.slice(0, FIRST))),
    ...taken.map((all) => figures(all.slice(FIRST))),
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

/** Prints a row for each class: of one host, each query of another one; of all hosts, of another day. */
export async function compareUncached(
  classes: readonly QuestionClass[],
  {
    contestants,
    seed,
    days: [narrow, wide],
  }: Pick<Asked, 'contestants' | 'seed'> & { readonly days: readonly [number, number] },
) {
  const names = contestants.map(({ name }) => name).join(' | ')
  console.log(`\nDays that are not in memory:\n\n| class, ms: p50 (p99) | ${names} |`)
  console.log(`|---|${'---:|'.repeat(contestants.length)}`)
  const random = randomOf(seed + 3)
  // The latest samples are of no day.
  const ofDays = classes.filter((one) => questionAt(one, narrow, random).aggregate !== 'last')
  const ofHosts = ofDays.filter((one) => questionAt(one, narrow, random).host !== undefined)
  let host = 0
  for (const one of ofDays) {
    const isNarrow = ofHosts.includes(one)
    const taken = contestants.map(() => [] as number[])
    const rounds = isNarrow ? Math.floor(HOSTS / ofHosts.length) : UNCACHED
    for (let round = 0; round < rounds; round += 1) {
      const question = questionAt(one, isNarrow ? narrow : wide, random)
      if (isNarrow) host += 1
      const asked = isNarrow ? { ...question, host: host - 1 } : question
      for (const [i, contestant] of contestants.entries()) {
        taken[i]?.push(await timed(contestant, asked))
      }
    }
    console.log(`| ${one.name} | ${taken.map(figures).join(' | ')} |`)
  }
}

function questionAt(one: QuestionClass, start: number, random: () => number): Question {
  return one.next(random, { start, head: start + DAY_MS })
}

/** Prints how many calls a second eight callers get of a class, and what a call costs the server. Contestants take turns. */
export async function compareCallers(one: QuestionClass, { contestants, seed, times }: Asked) {
  const random = randomOf(seed + 1)
  const measured = contestants.map(() => [] as Measured[])
  for (let round = 0; round <= CALLERS_ROUNDS; round += 1) {
    for (const [i, contestant] of contestants.entries()) {
      const asked = Array.from({ length: QUESTIONS }, () =>
        contestant.ask(one.next(random, times())),
      )
      const [{ url, headers = {} } = { url: '' }] = asked
      const paths = asked.map((each) => each.url.slice(new URL(each.url).origin.length))
      const callers = { connections: CALLERS, seconds: CALLERS_SECONDS, pid: contestant.pid }
      measured[i]?.push(await load({ url, headers, paths, ...callers }))
    }
  }
  console.log(
    `\n| ${CALLERS} callers, ${one.name} | first ${CALLERS_SECONDS} s: calls/s | then: calls/s | CPU µs a call | p50 ms | p99 ms |`,
  )
  console.log('|---|---:|---:|---:|---:|---:|')
  for (const [i, { name }] of contestants.entries()) {
    const [first, ...later] = measured[i] ?? []
    const of = (figure: keyof Measured) => median(later.map((each) => each[figure]))
    const rates = [first?.perSecond ?? Number.NaN, of('perSecond')]
    const cells = [
      ...rates.map((rate) => Math.round(rate).toLocaleString('en')),
      ...[of('cpuMicros').toFixed(0), of('p50').toFixed(2), of('p99').toFixed(1)],
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}

/** Milliseconds until the answer is there. */
export async function timed(contestant: Contestant, question: Question): Promise<number> {
  const asked = contestant.ask(question)
  const began = performance.now()
  await send(asked)
  return performance.now() - began
}

/** The median and, in brackets, the 99th percentile. */
export function figures(millis: readonly number[]): string {
  const sorted = millis.toSorted((a, b) => a - b)
  return `${quantile(sorted, 0.5).toFixed(2)} (${quantile(sorted, 0.99).toFixed(1)})`
}
