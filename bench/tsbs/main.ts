// Questions after TSBS's "cpu-only", over HTTP, that nobody asked before: a random host and window each time, by a seed.
// One caller, then eight. The contestants are asked in turn, so that what else the machine does falls on all alike.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '@sluice/contract/testing'
import { startDatabases } from '../databases.ts'
import { quantile } from '../quantile.ts'
import { classes, type Question, type QuestionClass } from './classes.ts'
import {
  type Contestant,
  influxContestant,
  sluiceContestant,
  victoriaContestant,
} from './contestants.ts'
import { HOSTS, hostDay, METRICS, ROWS } from './data.ts'
import { get } from './get.ts'
import { checkSluice } from './model.ts'

const SEED = Number(process.env.BENCH_SEED ?? 1)
/** Questions of a class before those that count. */
const FIRST = 20
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100)
const MILLIS_A_CLASS = 30_000
const CALLERS = 8
const CALLERS_MS = 5000
/** Only the classes whose name holds it. */
const NAMED = process.env.BENCH_NAMED ?? ''
/** What serves is merged and quiet by then. */
const QUIET_MS = 10_000
/** The same after a restart. */
const RESTED_MS = 5_000

/** How often all of them are started again, for the first questions. */
const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 8)

const databases = await startDatabases({ things: HOSTS, metrics: METRICS })
const { sluice, beside, influx, victoria } = databases
const start = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000
try {
  const contestants = [
    sluiceContestant(sluice),
    ...(beside ? [sluiceContestant(beside.subject)] : []),
    ...(victoria ? [victoriaContestant(victoria)] : []),
    ...(influx ? [influxContestant(influx)] : []),
  ]
  for (const contestant of contestants) await load(contestant)
  await sleep(QUIET_MS)
  const checked = await checkSluice(sluiceContestant(sluice), SEED, start)
  console.log(`\n${checked} values compared with the samples: none differs.`)
  const names = contestants.map(({ name }) => name)
  console.log(`\n| class, ms: p50 (p99) | first ${FIRST}: ${names.join(' | ')} | then: `)
  console.log(`|---|${'---:|'.repeat(2 * names.length)}`)
  for (const one of classes) {
    if (one.name.includes(NAMED)) await compare(one, contestants)
  }
  const [first] = classes
  if (first) await compareCallers(first, contestants)
  if (RESTARTS > 0) await compareFirsts()
  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
} finally {
  await databases.stop()
}

async function load(contestant: Contestant): Promise<void> {
  const began = performance.now()
  for (let host = 0; host < HOSTS; host += 1) {
    for (const request of contestant.write(hostDay(SEED, host, start))) await written(request)
  }
  const seconds = (performance.now() - began) / 1000
  const samples = (HOSTS * ROWS * METRICS.length).toLocaleString('en')
  console.log(`${contestant.name}: ${samples} samples in ${seconds.toFixed(1)} s`)
}

async function compare({ name, next }: QuestionClass, contestants: readonly Contestant[]) {
  const random = randomOf(SEED)
  const taken = contestants.map(() => [] as number[])
  const until = performance.now() + MILLIS_A_CLASS
  for (let round = 0; round < FIRST + ROUNDS; round += 1) {
    if (round > FIRST && performance.now() > until) break
    const question = next(random, start)
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

function figures(millis: readonly number[]): string {
  const sorted = millis.toSorted((a, b) => a - b)
  return `${quantile(sorted, 0.5).toFixed(2)} (${quantile(sorted, 0.99).toFixed(1)})`
}

async function compareCallers(one: QuestionClass, contestants: readonly Contestant[]) {
  console.log(`\n${CALLERS} callers, ${one.name}: calls a second\n`)
  for (const contestant of contestants) {
    const random = randomOf(SEED + 1)
    const end = performance.now() + CALLERS_MS
    let calls = 0
    const call = async () => {
      while (performance.now() < end) {
        await get(contestant.ask(one.next(random, start)))
        calls += 1
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, call))
    const rate = Math.round((calls * 1000) / CALLERS_MS).toLocaleString('en')
    console.log(`- ${contestant.name}: ${rate}`)
  }
}

/** The first question of each class after all have been started again, in another order each time. */
async function compareFirsts() {
  const random = randomOf(SEED + 2)
  const names: string[] = []
  const taken = new Map(classes.map(({ name }) => [name, [] as number[][]]))
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const { sluice, victoria, influx } = await databases.restart()
    const contestants = [
      sluiceContestant(sluice),
      ...(victoria ? [victoriaContestant(victoria)] : []),
      ...(influx ? [influxContestant(influx)] : []),
    ]
    if (restart === 0) names.push(...contestants.map(({ name }) => name))
    await sleep(RESTED_MS)
    for (const i of classes.keys()) {
      const one = classes[(i + restart) % classes.length]
      if (!one) continue
      const question = one.next(random, start)
      const millis: number[] = []
      for (const nth of contestants.keys()) {
        const turn = (nth + restart) % contestants.length
        const contestant = contestants[turn]
        if (contestant) millis[turn] = await timed(contestant, question)
      }
      taken.get(one.name)?.push(millis)
    }
  }
  console.log(`\nThe first question after each of ${RESTARTS} restarts, ms: p50 (the slowest)\n`)
  console.log(`| class | ${names.join(' | ')} |\n|---|${'---:|'.repeat(names.length)}`)
  for (const [name, all] of taken) {
    const cells = names.map((_, i) => figures(all.map((millis) => millis[i] ?? 0)))
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}

async function timed(contestant: Contestant, question: Question): Promise<number> {
  const asked = contestant.ask(question)
  const began = performance.now()
  await get(asked)
  return performance.now() - began
}

async function written(request: Request): Promise<void> {
  const answer = await fetch(request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${request.url}: ${answer.status} ${text}`)
}
