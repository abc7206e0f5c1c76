// The API's memory while samples come in without a pause, and what GET /v2/thing/{id} waits meanwhile.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@sluice/embedded'
import { columnar } from '../ingest/bodies.ts'
import { offer } from '../ingest/offer.ts'
import { METRICS, walk } from '../ingest/walk.ts'
import { startApi } from '../product/api.ts'
import { prepareOrganization } from '../product/organization.ts'
import { quantile } from '../quantile.ts'
import { startStores } from '../stores.ts'
import { slopeOf } from './slope.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 3)
const ROWS = 1000
const CONNECTIONS = 32
const BODIES = 16
const MEBIBYTE = 1024 * 1024

interface Reading {
  readonly seconds: number
  readonly rss: number
  readonly heap: number
  readonly turns: readonly number[]
}

const stores = await startStores()
const addresses = { databaseUrl: stores.url, clickhouseUrl: stores.clickhouseUrl }
const things = Array.from({ length: 100 }, (_, i) => `station-${i}`)
const prepared = await prepareOrganization(addresses, { things, metrics: METRICS })
const api = await startApi({
  ...{ ...addresses, pepper: prepared.pepper, port: await freePort() },
  sampleLog: join(stores.directory, 'samples'),
})
const port = Number(new URL(api.url).port)
const fields = `Content-Type: application/json\r\nX-Api-Key: ${prepared.key}\r\n`
try {
  await getThing(5)
  const idle = await getThing(20)
  const [taken, busy, readings] = await Promise.all([
    offer({ port, connections: CONNECTIONS, seconds: MINUTES * 60, next: nextBody() }),
    getThing(MINUTES * 60),
    watch(MINUTES * 60),
  ])
  report(readings)
  const turns = readings.slice(1).flatMap((reading) => reading.turns)
  turns.sort((a, b) => a - b)
  const [p99, longest] = [quantile(turns, 0.99), turns.at(-1) ?? Number.NaN]
  console.log(
    `\nCPU of the main thread between two ticks of 5 ms: p99 ${p99.toFixed(1)} ms, at most ${longest.toFixed(1)} ms`,
  )
  const samples = (taken.requests * ROWS * METRICS.length) / taken.seconds
  console.log(`\n${whole(samples)} samples/s on ${CONNECTIONS} connections, for ${MINUTES} minutes`)
  console.log(
    '\n| GET /v2/thing/{id}, one caller | answers | p50 ms | p99 ms |\n|---|---:|---:|---:|',
  )
  for (const [name, latencies] of [
    ['idle', idle],
    ['while samples come in', busy],
  ] as const) {
    const at = (share: number) => quantile(latencies, share).toFixed(1)
    console.log(`| ${name} | ${whole(latencies.length)} | ${at(0.5)} | ${at(0.99)} |`)
  }
} finally {
  await api.stop()
  await stores.stop()
}

/** Calls of one caller, ten a second at most; milliseconds, ascending. */
async function getThing(seconds: number): Promise<readonly number[]> {
  const latencies: number[] = []
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    const began = performance.now()
    const answer = await fetch(`${api.url}/v2/thing/station-1`, {
      headers: { 'X-Api-Key': prepared.key },
    })
    await answer.text()
    if (!answer.ok) throw new Error(`GET /v2/thing was answered ${answer.status}.`)
    latencies.push(performance.now() - began)
    await pause(Math.max(0, 100 - (performance.now() - began)))
  }
  return latencies.sort((a, b) => a - b)
}

/** A reading a second. */
async function watch(seconds: number): Promise<readonly Reading[]> {
  const readings: Reading[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    const { rss, heapUsed, turns } = await api.memory()
    const at = (performance.now() - began) / 1000
    readings.push({ seconds: at, rss: rss / MEBIBYTE, heap: heapUsed / MEBIBYTE, turns })
    await pause(1000)
  }
  return readings
}

/**
 * Sends the same bodies to one thing again and again. Rows that are sent again are written again, at the
 * cost of new ones.
 */
function nextBody() {
  const start = Date.now() - 20 * 3_600_000
  const bodies = Array.from({ length: BODIES }, (_, i) =>
    Buffer.from(columnar(walk(i, start + i * ROWS * 1000, ROWS))),
  )
  let sent = 0
  return () => {
    const thing = things[sent % things.length]
    const body = bodies[Math.floor(sent / things.length) % BODIES] ?? Buffer.alloc(0)
    sent += 1
    return { head: `POST /v2/thing/${thing}/data/columnar HTTP/1.1\r\n${fields}`, body }
  }
}

/** The first third is for warming up: the slope is that of the rest. */
function report(readings: readonly Reading[]): void {
  const settled = readings.filter(({ seconds }) => seconds >= MINUTES * 20)
  console.log(
    '| MiB | before | highest | median after a third | at the end | slope after a third, a minute |',
  )
  console.log('|---|---:|---:|---:|---:|---:|')
  for (const kind of ['rss', 'heap'] as const) {
    const all = readings.map((reading) => reading[kind])
    const sorted = settled.map((reading) => reading[kind]).sort((a, b) => a - b)
    const figures = [all[0], Math.max(...all), quantile(sorted, 0.5), all.at(-1)]
    const slope = slopeOf(settled.map((reading) => [reading.seconds / 60, reading[kind]]))
    console.log(
      `| ${kind} | ${figures.map((figure) => whole(figure ?? Number.NaN)).join(' | ')} | ${slope.toFixed(1)} |`,
    )
  }
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}
