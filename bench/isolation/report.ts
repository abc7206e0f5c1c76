import { type Hit, MOST_HELD, type Quiet } from './attack.ts'
import type { Flooded } from './floods.ts'

/** The most that a bystander may wait beyond its quiet wait, in milliseconds. */
const MOST_WAITED = 50
/** Lists every request that held the event loop for too long. */
const LISTS = process.env.BENCH_LIST === '1'

let begun = false
let flooded = false

export function reportHits(hits: readonly Hit[], { longest }: Quiet): void {
  if (!begun) {
    console.log('| row | requests | answers | wait beyond quiet, ms | loop held, ms | by |')
    console.log('|---|---:|---|---:|---:|---|')
  }
  begun = true
  for (const { row, requests, statuses, wait, hold, holdAt, dear, ...answered } of hits) {
    const answers = [...statuses].sort().map(([status, count]) => `${count} x ${status}`)
    const beyond = Math.max(0, wait - longest)
    const cells = [row, requests, answers.join(', '), beyond.toFixed(1), hold.toFixed(1), holdAt]
    console.log(`| ${cells.join(' | ')} |`)
    if (LISTS) for (const request of dear) console.log(`DEAR ${row} ${request}`)
    for (const failure of answered.failed.slice(0, 3)) console.log(`FAILED ${row} ${failure}`)
    if (LISTS)
      for (const refusal of answered.refused.slice(0, 20)) console.log(`REFUSED ${row} ${refusal}`)
  }
}

export function reportWorst(hits: readonly Hit[], { longest }: Quiet): void {
  const beyond = hits.filter(({ wait }) => wait - longest > MOST_WAITED)
  const held = hits.filter(({ hold }) => hold > MOST_HELD)
  const requests = hits.reduce((sum, hit) => sum + hit.requests, 0)
  console.log(`\n${requests} requests of ${hits.length} rows.`)
  console.log(
    `${beyond.length} rows let the bystander wait more than ${MOST_WAITED} ms beyond its quiet wait.`,
  )
  console.log(`${held.length} rows held the event loop for more than ${MOST_HELD} ms.`)
  console.log('\nThe worst ten:')
  for (const hit of [...hits].sort((a, b) => b.hold - a.hold).slice(0, 10)) {
    console.log(
      `- ${hit.row}: held ${hit.hold.toFixed(1)} ms by ${hit.holdAt}; waited ${hit.wait.toFixed(1)} ms at ${hit.waitAt}`,
    )
  }
}

export function reportFlood(
  flood: Flooded,
  { quiet, limit }: { readonly quiet: Quiet; readonly limit: Quiet | undefined },
): void {
  const { name, acts, refused, successful, p99, hold, memory } = flood
  if (!flooded) {
    console.log(
      '\n| flood | acts | refused | successful | p99, ms | by quiet p99 | by limit | loop held, ms | memory, MiB |',
    )
    console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
  }
  flooded = true
  const share = `${(successful * 100).toFixed(1)} %`
  const byLimit = limit && p99 / limit.p99
  const waits = [p99, p99 / quiet.p99, byLimit, hold].map((one) => one?.toFixed(1) ?? '')
  const cells = [name, acts, refused, share, ...waits, memory.toFixed(0)]
  console.log(`| ${cells.join(' | ')} |`)
}
