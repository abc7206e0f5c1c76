// Kills the API, the engine and both in turn, at random times, while samples come in. Then checks that everything
// acknowledged is there.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { randomOf } from '@sluice/contract/testing'
import { migrateTelemetry } from '@sluice/core/migrate'
import { forkClickHouse, freePort } from '@sluice/embedded'
import { sampleLogIn, startApi } from '../product/api.ts'
import { prepareOrganization } from '../product/organization.ts'
import { startDatabase } from '../stores.ts'
import { openClient } from './client.ts'
import { Ledger, METRICS } from './ledger.ts'
import { faultsOf } from './verify.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100)
const SEED = Number(process.env.BENCH_SEED ?? 1)
const SENDERS = 8
const START = Date.UTC(2026, 0, 1)

const database = await startDatabase()
const engineOptions = {
  directory: join(database.directory, 'clickhouse'),
  password: randomBytes(16).toString('hex'),
  port: await freePort(),
}
let engine = await forkClickHouse(engineOptions)
await migrateTelemetry({ url: engine.url })
const stores = { databaseUrl: database.url, clickhouseUrl: engine.url }
const ledgers = Array.from({ length: SENDERS }, (_, i) => new Ledger(`station-${i}`, START))
const things = ledgers.map(({ thingId }) => thingId)
const { pepper, key } = await prepareOrganization(stores, { things, metrics: METRICS })
const apiOptions = {
  ...{ ...stores, pepper, port: await freePort() },
  sampleLog: sampleLogIn(database),
}
let api = await startApi(apiOptions)
const client = openClient(api.url, key)

async function crashApi(): Promise<void> {
  await api.kill()
  api = await startApi(apiOptions)
}

async function crashEngine(): Promise<void> {
  process.kill(engine.serverPid, 'SIGKILL')
  await engine.exited
  engine = await forkClickHouse(engineOptions)
}

/** What is killed and started again, in turn. */
const crashes = [crashApi, crashEngine, () => Promise.all([crashApi(), crashEngine()])]

let stopped = false
const random = randomOf(SEED)
const senders = ledgers.map(async (ledger) => {
  while (await ledger.sendNext(client, () => stopped)) if (stopped) return
})
// One that is refused must end the bench at once, and not when the others are done.
const broken = Promise.all(senders).then(() => new Promise<never>(() => {}))

const began = performance.now()
try {
  await Promise.race([crash(), broken])
  stopped = true
  await Promise.all(senders)
  for (const ledger of ledgers) await ledger.settle(client)
  const faults = (await Promise.all(ledgers.map((ledger) => faultsOf(client, ledger)))).flat()
  report(faults)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  stopped = true
  await api.stop()
  await engine.stop()
  await database.stop()
}

async function crash(): Promise<void> {
  for (let round = 0; round < ROUNDS && !stopped; round++) {
    await flowing()
    await pause(random() * 1000)
    await crashes[round % crashes.length]?.()
    if ((round + 1) % 10 === 0) console.error(`${round + 1} of ${ROUNDS}`)
  }
}

/** Resolves when calls are acknowledged again: a crash of what does nothing shows nothing. */
async function flowing(): Promise<void> {
  const before = acknowledged()
  while (acknowledged() === before && !stopped) await pause(10)
}

function acknowledged(): number {
  return ledgers.reduce((sum, { calls }) => sum + calls, 0)
}

function report(faults: readonly string[]): void {
  const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((all, one) => all + of(one), 0)
  const samples = sum(({ expected }) => expected.size) * METRICS.length
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    '| crashes | seconds | calls acknowledged | sent again | samples | wrong, lost or twice |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|')
  const figures = [
    ROUNDS,
    seconds,
    sum(({ calls }) => calls),
    sum(({ retries }) => retries),
    samples,
  ]
  console.log(`| ${[...figures, faults.length].map((n) => n.toLocaleString('en')).join(' | ')} |`)
  for (const fault of faults.slice(0, 50)) console.log(fault)
}
