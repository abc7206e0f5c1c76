import { type Delay, type Hit, MOST_HELD, type Quiet, type QuietOfBoth } from './attack.ts'
import type { Flooded } from './floods.ts'

/** The most that a bystander may be delayed, in milliseconds. */
const MOST_DELAYED = 50
/** The share of a bystander's calls that a flood must leave. */
const LEAST_SUCCESSFUL = 0.95
/** Lists every request that held the event loop for too long. */
const LISTS = process.env.BENCH_LIST === '1'

let begun = false
let flooded = false

export function reportQuiet(server: string, { memory, stores }: QuietOfBoth): void {
  const told = ({ longest, p99 }: Quiet) =>
    `longest ${longest.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  console.log(`${server}, idle: ${told(memory)}; for what is in the stores ${told(stores)}\n`)
}

export function reportHit({ row, requests, statuses, ...hit }: Hit): void {
  if (!begun) {
    console.log(
      '| row | requests | answers | bystander refused | delay, ms | delay at the stores, ms | loop held, ms | by |',
    )
    console.log('|---|---:|---|---:|---:|---:|---:|---|')
  }
  begun = true
  const figures = [hit.delay.ms, hit.storesDelay.ms, hit.hold].map((ms) => ms.toFixed(1))
  const cells = [row, requests, counted(statuses), hit.unserved.length, ...figures, hit.holdAt]
  console.log(`| ${cells.join(' | ')} |`)
  if (LISTS) for (const request of hit.dear) console.log(`DEAR ${row} ${request}`)
  for (const fault of new Set(hit.unserved)) console.log(`BYSTANDER ${row} got ${fault}`)
  if (hit.unreached !== undefined) console.log(`UNREACHED ${row} ${hit.unreached.slice(0, 300)}`)
  for (const failure of hit.failed.slice(0, 3)) console.log(`FAILED ${row} ${failure}`)
  if (LISTS)
    for (const refusal of hit.refused.slice(0, 20)) console.log(`REFUSED ${row} ${refusal}`)
}

function counted(statuses: Hit['statuses']): string {
  const sorted = [...statuses].sort(([one], [other]) => one - other)
  return sorted.map(([status, count]) => `${count} x ${status || 'none'}`).join(', ')
}

/** Whether anybody was refused or failed, or the row tested nothing. A run with such a row or flood fails. */
export function isTaken(one: Hit | Flooded): boolean {
  if ('row' in one)
    return one.failed.length + one.unserved.length > 0 || one.unreached !== undefined
  const successful = Math.min(one.fast.successful, one.stores.successful)
  return successful < LEAST_SUCCESSFUL || one.statuses.has(500)
}

export function reportWorst(hits: readonly Hit[]): void {
  const beyond = (delay: (hit: Hit) => Delay) =>
    hits.filter((hit) => delay(hit).ms > MOST_DELAYED).length
  const held = hits.filter(({ hold }) => hold > MOST_HELD)
  const requests = hits.reduce((sum, hit) => sum + hit.requests, 0)
  const most = `more than ${MOST_DELAYED} ms`
  console.log(`\n${requests} requests of ${hits.length} rows.`)
  console.log(`${beyond(({ delay }) => delay)} rows delayed a bystander by ${most}.`)
  console.log(
    `${beyond(({ storesDelay }) => storesDelay)} rows delayed one at the stores by ${most}.`,
  )
  const refusing = hits.filter(({ unserved }) => unserved.length > 0).length
  console.log(`In ${refusing} rows calls of a bystander were refused.`)
  console.log(`${held.length} rows held the event loop for more than ${MOST_HELD} ms.`)
  console.log('\nThe worst ten:')
  for (const { row, hold, holdAt, delay, storesDelay } of worst(hits)) {
    const told = ({ ms, during }: Delay) => `${ms.toFixed(1)} ms at ${during}`
    console.log(
      `- ${row}: held ${hold.toFixed(1)} ms by ${holdAt}; delayed ${told(delay)}; at the stores ${told(storesDelay)}`,
    )
  }
}

function worst(hits: readonly Hit[]): readonly Hit[] {
  const of = ({ hold, delay, storesDelay }: Hit) => Math.max(hold, delay.ms, storesDelay.ms)
  return [...hits].sort((a, b) => of(b) - of(a)).slice(0, 10)
}

export function reportFlood(flood: Flooded, limit: Quiet | undefined): void {
  const { name, acts, statuses, fast, stores, quiet, hold, memory } = flood
  if (!flooded) {
    console.log(
      '\n| flood | acts | answers | successful | p99, ms | by idle p99 | by limit | at the stores: successful | p99, ms | by idle p99 | loop held, ms | memory, MiB |',
    )
    console.log('|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  }
  flooded = true
  const share = (one: number) => `${(one * 100).toFixed(1)} %`
  const number = (one: number | undefined) => one?.toFixed(1) ?? ''
  const byLimit = limit && fast.p99 / limit.p99
  const waits = [fast.p99, fast.p99 / quiet.memory.p99, byLimit].map(number)
  const atStores = [stores.p99, stores.p99 / quiet.stores.p99].map(number)
  const cells = [
    name,
    acts,
    counted(statuses),
    share(fast.successful),
    ...waits,
    share(stores.successful),
  ]
  console.log(`| ${[...cells, ...atStores, number(hold), memory.toFixed(0)].join(' | ')} |`)
}
