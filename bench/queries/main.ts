// How long questions take, over HTTP, beside the databases that a user would pick: the same samples, the same buckets.
// One question at a time; rounds go through all orders of the databases, so that what else the machine does falls on all
// alike, and each question waits as long as the last answer took: a database still collects the garbage of a long one.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabases } from '../databases.ts'
import { quantile } from '../quantile.ts'
import {
  type Contestant,
  influxContestant,
  type Question,
  questions,
  sluiceContestant,
  victoriaContestant,
} from './contestants.ts'
import { runs, THINGS, type Times, timesBefore } from './data.ts'
import { QUIET, rolledUp } from './rolled-up.ts'

/** At most; one that a database takes seconds for is asked as often as the time allows, and a few times anyway. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100)
const LEAST_ROUNDS = Math.min(ROUNDS, 7)
const MILLIS_A_QUESTION = 60_000
const LEAST_PAUSE_MS = 30
const MOST_PAUSE_MS = 1_000
/** Rounds that do not count, as many as are done in this time: what serves every second is warm. */
const WARM_UP_ROUNDS = 20
const WARM_UP_MILLIS = 5_000
/** Seconds between the samples of thirty days: 30 makes 8.7 million samples, 1 makes 260 million. */
const STEP = Number(process.env.BENCH_STEP ?? 30)
/** Requests under way at once while loading. */
const LOADERS = 8

const databases = await startDatabases({ things: THINGS })
const { stores, sluice, beside, influx, victoria } = databases
const times = timesBefore(Date.now())
try {
  const contestants = [
    sluiceContestant(sluice),
    ...(beside ? [sluiceContestant(beside.subject)] : []),
    ...(victoria ? [victoriaContestant(victoria)] : []),
    ...(influx ? [influxContestant(influx)] : []),
  ]
  for (const contestant of contestants) await load(contestant)
  await sleep(QUIET)
  for (const question of questions) await compare(question, contestants)
  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
} finally {
  await databases.stop()
}

async function load(contestant: Contestant): Promise<void> {
  const pending = runs(times, STEP * 1000)
  let samples = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: LOADERS }, async () => {
      for (const run of pending) {
        await answered(contestant.write(run))
        samples += run.values.length
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  console.log(`${contestant.name}: ${whole(samples)} samples in ${seconds.toFixed(1)} s`)
}

async function compare(question: Question, contestants: readonly Contestant[]): Promise<void> {
  const firsts = new Map<Contestant, { millis: number; bytes: number }>()
  const about = timesOf(question, 1)
  for (const contestant of contestants) {
    const began = performance.now()
    const { byteLength: bytes } = await answered(contestant.ask(question, about))
    firsts.set(contestant, { millis: performance.now() - began, bytes })
  }
  await rolledUp(stores.clickhouseUrl)
  if (beside) await rolledUp(beside.stores.clickhouseUrl)
  const { rounds, taken } = await askInRounds(question, contestants)
  console.log(`\n${question.text} (${rounds} rounds)\n`)
  console.log('| database | first ms | p50 ms | p99 ms | least ms | bytes answered |')
  console.log('|---|---:|---:|---:|---:|---:|')
  for (const [contestant, millis] of taken) {
    const sorted = millis.toSorted((a, b) => a - b)
    const at = (share: number) => quantile(sorted, share).toFixed(1)
    const { millis: first, bytes } = firsts.get(contestant) ?? { millis: 0, bytes: 0 }
    const cells = [contestant.name, first.toFixed(1), at(0.5), at(0.99), at(0), whole(bytes)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** Milliseconds that each answer took, after those that warm up. */
async function askInRounds(question: Question, contestants: readonly Contestant[]) {
  const taken = new Map(contestants.map((contestant) => [contestant, [] as number[]]))
  const orders = ordersOf([...taken])
  let asked = 0
  let last = 0
  async function askAll(): Promise<void> {
    const order = orders[asked % orders.length] ?? []
    asked += 1
    const about = timesOf(question, asked + 1)
    for (const [contestant, millis] of order) {
      await sleep(Math.min(Math.max(last, LEAST_PAUSE_MS), MOST_PAUSE_MS))
      const began = performance.now()
      await answered(contestant.ask(question, about))
      last = performance.now() - began
      millis.push(last)
    }
  }
  const warm = performance.now() + WARM_UP_MILLIS
  while (asked < WARM_UP_ROUNDS && performance.now() < warm) await askAll()
  for (const millis of taken.values()) millis.length = 0
  const until = performance.now() + MILLIS_A_QUESTION
  let rounds = 0
  for (; rounds < LEAST_ROUNDS || (rounds < ROUNDS && performance.now() < until); rounds += 1) {
    await askAll()
  }
  return { rounds, taken }
}

/** All of them: of three databases six. */
function ordersOf<Of>(list: readonly Of[]): Of[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((first) => {
    const others = list.filter((other) => other !== first)
    return ordersOf(others).map((order) => [first, ...order])
  })
}

/** Those of a question that is asked for the n-th time. Where they move, even the first are not those of another question. */
function timesOf({ moves }: Question, nth: number): Times {
  return moves ? later(times, 1000 * nth) : times
}

function later({ dayFrom, monthFrom, to }: Times, millis: number): Times {
  return { dayFrom: dayFrom + millis, monthFrom: monthFrom + millis, to: to + millis }
}

/** Uncompressed: over loopback, compression costs time and saves none. */
async function answered(request: Request): Promise<ArrayBuffer> {
  request.headers.set('Accept-Encoding', 'identity')
  const answer = await fetch(request)
  if (!answer.ok) throw new Error(`${request.url}: ${answer.status} ${await answer.text()}`)
  return answer.arrayBuffer()
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}
