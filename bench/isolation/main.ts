// What another organization's GET /v2/key waits while each operation is called with the ugliest input that its schemas
// can be made to meet, and how long each of these calls holds the server's event loop.
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleCalls } from '@sluice/api/testing/sample-calls'
import { sender, wireOf } from '@sluice/api/testing/wire'
import { type OperationName, operationNames, operations } from '@sluice/contract'
import { type UglyCall, ugliestCalls } from '@sluice/contract/testing'
import { freePort } from '@sluice/embedded'
import { sampleLogIn, startApi } from '../product/api.ts'
import { startStores } from '../stores.ts'
import { type Attack, attack, type Hit, quietOfBoth, type Range, type Shot } from './attack.ts'
import { giveFirstCore, leaveFirstCore, OWN_CORE } from './cores.ts'
import { type Flooded, flood, floodsOf } from './floods.ts'
import { largestRows } from './largest.ts'
import { startLimit } from './limit.ts'
import { openOrganizations } from './organizations.ts'
import { startConsole } from './procedures.ts'
import { isTaken, reportFlood, reportHit, reportQuiet, reportWorst } from './report.ts'
import { loadDays } from './samples.ts'
import { startBystanders, stopBystanders } from './watch.ts'

const SETTLE_SECONDS = 5
/** Rows whose names hold this; all without it. */
const ONLY = process.env.BENCH_ROWS_NAMED ?? ''

/** Floods whose names hold this; all without it. */
const ONLY_FLOODS = process.env.BENCH_FLOODS_NAMED ?? ''

// Webhooks go to a receiver on this machine.
process.env.LOCAL_RECEIVERS = 'true'
leaveFirstCore()
const stores = await startStores()
const addresses = { databaseUrl: stores.url, clickhouseUrl: stores.clickhouseUrl }
const organizations = openOrganizations(addresses)
const { pepper } = organizations
const sampleLog = sampleLogIn(stores)
const api = await startApi({ ...addresses, pepper, port: await freePort(), sampleLog })
giveFirstCore(api.pid)
const quietOrganization = await organizations.make()
const { key } = await quietOrganization.mint()
const send = sender(api.url, 8)
await loadDays(send, key)
const thing = '/v2/thing/truck-1'
const bystanders = startBystanders({
  ...{ url: api.url, headers: { 'X-Api-Key': key }, memory: ['/v2/key'] },
  stores: [
    '/v2/things',
    '/v2/sites',
    `${thing}/timeseries?metrics=temperature&interval=1h&aggregate=avg&from={from}&to={to}`,
    `${thing}/summary?from={from}&to={to}`,
  ],
})
const consoleProcess = await startConsole(organizations, { ...addresses, apiUrl: api.url })
const sendAtOnce = sender(api.url, 200)
const limitOfMachine = OWN_CORE ? undefined : await startLimit()
// Callers have machines of their own: what they do takes no time from what they call.
setPriority(constants.priority.PRIORITY_LOW)
try {
  const quiet = await quietOfBoth(bystanders)
  const range: Range = { send, bystanders, quiet, told: api.memory }
  const people = consoleProcess.range
  const consoleRange = { ...people, quiet: await quietOfBoth(people.bystanders) }
  reportQuiet('API', quiet)
  reportQuiet('console', consoleRange.quiet)
  const hits: Hit[] = []
  for (const name of operationNames) {
    if (!name.includes(ONLY)) continue
    const hit = await attack(range, name, await attackOn(name))
    hits.push(hit)
    reportHit(hit)
  }
  for (const { row, shots } of await largestRows(await organizations.make())) {
    if (!row.includes(ONLY)) continue
    const hit = await attack(range, row, { shots: shots() })
    hits.push(hit)
    reportHit(hit)
  }
  for (const { row, attackOf } of consoleProcess.rows) {
    if (!row.includes(ONLY)) continue
    const hit = await attack(consoleRange, row, await attackOf())
    hits.push(hit)
    reportHit(hit)
  }
  if (hits.length > 0) reportWorst(hits)
  const scene = {
    ...{ api: { ...range, send: sendAtOnce }, url: api.url },
    console: { ...consoleProcess, range: consoleRange },
  }
  const limit = await limitOfMachine?.measure()
  if (limit)
    console.log(
      `\nThe machine's limit: p99 ${limit.p99.toFixed(1)} ms at an idle server, while every core is busy.`,
    )
  const floods = await floodsOf({ ...scene, tenant: await organizations.make() })
  // What was written for them is still on its way into the tables.
  await pause(SETTLE_SECONDS * 1000)
  const floodings: Flooded[] = []
  for (const one of floods) {
    if (!one.name.includes(ONLY_FLOODS)) continue
    const flooded = await flood(one)
    floodings.push(flooded)
    reportFlood(flooded, limit)
  }
  if ([...hits, ...floodings].some(isTaken)) process.exitCode = 1
} finally {
  send.close()
  sendAtOnce.close()
  await limitOfMachine?.stop()
  await consoleProcess.stop()
  await stopBystanders(bystanders)
  await api.stop()
  await organizations.core.close()
  await stores.stop()
}

async function attackOn(name: OperationName): Promise<Attack> {
  const [good, bad] = await Promise.all([preparedFor(name), preparedFor(name)])
  const calls = ugliestCalls(operations[name], bad.call)
  return { good: wireOf(name, good.call, good.key), shots: shots(name, calls, bad.key) }
}

/** An organization in which an operation's sample call works. */
async function preparedFor(name: OperationName) {
  const tenant = await organizations.make()
  const { key } = await tenant.mint()
  return { key, call: await sampleCalls[name](tenant) }
}

function* shots(name: OperationName, calls: Iterable<UglyCall>, key: string): Generator<Shot> {
  for (const { what, call, text } of calls) yield { what, request: wireOf(name, call, key, text) }
}
