// Samples a second into Sluice, over HTTP and durable when answered, in one run beside what bounds it and beside the
// databases that a user would pick. Rounds alternate, so that what else the machine does falls on all alike.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { BESIDE_NAME } from '../beside.ts'
import { startDatabases } from '../databases.ts'
import { median } from '../median.ts'
import { roundOrder } from '../round-order.ts'
import { startSubject } from '../subject.ts'
import { cpuOf } from '../valkey.ts'
import { arrow, columnar, frames } from './bodies.ts'
import { decodeRate, engineRate, parseRate } from './limits.ts'
import { offer } from './offer.ts'
import { walk } from './walk.ts'
import { GROUPS, THINGS, type Workload, workloads } from './workloads.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
/** Only the tables whose title holds it. */
const NAMED = process.env.BENCH_NAMED ?? ''
/** Before each table: every store still merges what the table above has left. */
const REST_MS = 20_000
/** Before each round, since databases go on sorting what they have answered for. */
const PAUSE_MS = 2_000
/** Samples a second that are offered evenly. */
const OFFERED = [100_000, 250_000, 500_000, 1_000_000]

interface Round {
  readonly perSecond: number
  readonly samples: number
  /** CPU of all of the subject's processes, a sample. */
  readonly cpuNanos: number
  /** Of it, that of the engine's process. */
  readonly engineNanos: number
  readonly p50: number
  readonly p99: number
}

/** What bounds single frames. */
const BARE = 'node:http alone'

const databases = await startDatabases({ things: GROUPS * THINGS })
const { stores, sluice, beside, influx, victoria } = databases
const servers: Record<string, number | undefined> = {
  Sluice: sluice.pid,
  [BESIDE_NAME]: beside?.subject.pid,
  InfluxDB: influx?.pid,
  VictoriaMetrics: victoria?.pid,
}
const engines: Record<string, number | undefined> = {
  Sluice: stores.clickhousePid,
  [BESIDE_NAME]: beside?.stores.clickhousePid,
}
try {
  const subjects = { sluice, beside: beside?.subject, influx, victoria }
  const columns = { rows: 1000, connections: 32 }
  await compare('Columns and tables: 1,000 times x 5 metrics a request, 32 connections', [
    ...workloads(subjects, { ...columns, group: 0 }, true),
  ])
  await compare('Frames: 100 x 5 metrics a request, 64 connections', [
    ...workloads(subjects, { rows: 100, connections: 64, group: 2 }, false),
  ])
  const bare = await startSubject(BARE, new URL('./subjects/node-http.ts', import.meta.url), {})
  servers[BARE] = bare.pid
  await compare('Single frames of 5 metrics, 512 connections', [
    ...workloads({ ...subjects, bare }, { rows: 1, connections: 512, group: 3 }, false),
  ])
  await bare.stop()
  const [even] = workloads(subjects, { ...columns, group: 4 }, true)
  await offerEvenly(even)
  await reportLimits()
} finally {
  await databases.stop()
}

async function compare(title: string, all: readonly Workload[]): Promise<void> {
  if (!title.includes(NAMED)) return
  await pause(REST_MS)
  const rounds = new Map<Workload, Round[]>(all.map((workload) => [workload, []]))
  for (const workload of all) await measure(workload)
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [workload, measured] of roundOrder(rounds, round)) {
      await pause(PAUSE_MS)
      measured.push(await measure(workload))
    }
  }
  console.log(`\n${title}\n`)
  console.log(
    '| subject | form | requests/s | samples/s | CPU ns a sample | of it the engine | p50 ms | p99 ms |',
  )
  console.log('|---|---|---:|---:|---:|---:|---:|---:|')
  for (const [{ subject, form }, measured] of rounds) {
    const of = (figure: keyof Round) => median(measured.map((round) => round[figure]))
    console.log(
      `| ${subject} | ${form} | ${whole(of('perSecond'))} | ${whole(of('samples'))} ` +
        `| ${whole(of('cpuNanos'))} | ${engines[subject] ? whole(of('engineNanos')) : ''} | ${of('p50').toFixed(1)} | ${of('p99').toFixed(1)} |`,
    )
  }
}

/** What callers wait, and what it takes, where samples come evenly and not as fast as they are taken. */
async function offerEvenly(workload: Workload | undefined): Promise<void> {
  const title = 'Columns at an even rate, 32 connections'
  if (!workload || !title.includes(NAMED)) return
  await pause(REST_MS)
  console.log(`\n${title}\n`)
  console.log(
    '| offered samples/s | taken samples/s | cores | of it the engine | p50 ms | p99 ms |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|')
  for (const offered of OFFERED) {
    const { samples, cpuNanos, engineNanos, p50, p99 } = await measure(
      workload,
      offered / workload.samplesPerRequest,
    )
    const cores = (nanos: number) => ((nanos * samples) / 1e9).toFixed(2)
    console.log(
      `| ${whole(offered)} | ${whole(samples)} | ${cores(cpuNanos)} | ${cores(engineNanos)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`,
    )
  }
}

async function measure(workload: Workload, rate?: number): Promise<Round> {
  const server = servers[workload.subject] ?? 0
  const engine = engines[workload.subject]
  const before = { server: cpuOf(server), engine: engine ? cpuOf(engine) : 0 }
  const began = performance.now()
  const offered = await offer({
    ...{ ...workload, seconds: SECONDS },
    ...(rate === undefined ? {} : { rate }),
  }).catch((cause: unknown) => {
    throw new Error(`${workload.subject} failed.`, { cause })
  })
  await workload.settled?.()
  const { requests, latencies } = offered
  // As fast as they are taken is as fast as they come into the store; an even rate is that of the callers.
  const seconds = rate === undefined ? (performance.now() - began) / 1000 : offered.seconds
  const samples = requests * workload.samplesPerRequest
  const serverCpu = cpuOf(server) - before.server
  const engineCpu = engine ? cpuOf(engine) - before.engine : 0
  return {
    perSecond: requests / seconds,
    samples: samples / seconds,
    cpuNanos: ((serverCpu + engineCpu) / samples) * 1e9,
    engineNanos: (engineCpu / samples) * 1e9,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  }
}

async function reportLimits(): Promise<void> {
  const parsed = (body: string, samples: number) => whole(parseRate(body, samples, 1))
  console.log('\nLimits\n\n| limit | samples/s |\n|---|---:|')
  console.log(`| JSON.parse of columns, one core | ${parsed(columnar(walk(1, 0, 1000)), 5000)} |`)
  const decoded = decodeRate(arrow(walk(1, 0, 1000)), 5000, 1)
  console.log(`| Arrow decoded by a library, values copied, one core | ${whole(decoded)} |`)
  console.log(`| JSON.parse of frames, one core | ${parsed(frames(walk(1, 0, 100)), 500)} |`)
  const engine = await engineRate(stores.clickhouseUrl, SECONDS)
  console.log(`| the engine alone, ready blocks of 100,000 samples | ${whole(engine)} |`)
  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
  console.log(execFileSync('uname', ['-sr']).toString())
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}
