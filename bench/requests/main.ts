// Generated requests by seed, mixed of valid and invalid ones, against the product's own API process. Ends with an error
// when any is answered 5xx other than 503 with Retry-After, or not at all, and when none of an operation succeeds.
import { type PreparedRequests, prepareRequests } from '@sluice/api/testing/prepare-requests'
import { isFailure, sender, wireOfRandom } from '@sluice/api/testing/wire'
import { type OperationName, operationNames, operations } from '@sluice/contract'
import type { RandomRequest } from '@sluice/contract/testing'
import { freePort } from '@sluice/embedded'
import { openOrganizations } from '../isolation/organizations.ts'
import { sampleLogIn, startApi } from '../product/api.ts'
import { startStores } from '../stores.ts'

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 20_000)
const SEED = Number(process.env.BENCH_SEED ?? Math.floor(Math.random() * 2 ** 31))
const CONNECTIONS = 16
/** Requests of one organization; the next ones go to another, so that lists stay short. */
const A_ROUND = 20_000

const stores = await startStores()
const addresses = { databaseUrl: stores.url, clickhouseUrl: stores.clickhouseUrl }
const organizations = openOrganizations(addresses)
const { pepper } = organizations
const sampleLog = sampleLogIn(stores)
const api = await startApi({ ...addresses, pepper, port: await freePort(), sampleLog })
const send = sender(api.url, CONNECTIONS)
const statuses = new Map<number, number>()
/** By operation. */
const [asked, succeeded] = [new Map<OperationName, number>(), new Map<OperationName, number>()]
const failures: string[] = []
console.log(`seed ${SEED}, ${REQUESTS.toLocaleString('en')} requests`)
try {
  const began = performance.now()
  for (let sent = 0; sent < REQUESTS && failures.length === 0; sent += A_ROUND) {
    await round(SEED + sent / A_ROUND, Math.min(A_ROUND, REQUESTS - sent))
  }
  const seconds = (performance.now() - began) / 1000
  const answers = [...statuses].sort(([a], [b]) => a - b)
  const total = answers.reduce((sum, [, count]) => sum + count, 0)
  console.log(answers.map(([status, count]) => `${count} x ${status}`).join(', '))
  console.log(
    `${total.toLocaleString('en')} requests in ${seconds.toFixed(0)} s, ${failures.length} failed`,
  )
  for (const failure of failures.slice(0, 10)) console.error(failure)
  const unreached = printShares()
  if (failures.length > 0 || (total >= A_ROUND && unreached.length > 0)) process.exitCode = 1
} finally {
  send.close()
  await api.stop()
  await organizations.core.close()
  await stores.stop()
}

/** So many requests to an organization of their own. */
async function round(seed: number, count: number): Promise<void> {
  const prepared = await prepareRequests(await organizations.make(), seed)
  let left = count
  const caller = async () => {
    while (left > 0 && failures.length === 0) {
      left -= 1
      const { value } = await prepared.requests.next()
      await judge(seed, value, prepared)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, caller))
}

async function judge(
  seed: number,
  request: RandomRequest,
  { keys, learn }: PreparedRequests,
): Promise<void> {
  const answer = await send(wireOfRandom(request, keys[request.caller]))
  const { status, text } = answer
  count(statuses, status)
  const isOwnMethod = request.method === operations[request.name].method
  if (isOwnMethod) count(asked, request.name)
  if (isOwnMethod && status > 0 && status < 300) count(succeeded, request.name)
  learn(request, answer)
  if (!isFailure(answer)) return
  const { name, method, path, headers: sent, caller, body, encoding } = request
  const said = JSON.stringify({ name, method, path, headers: sent, caller, encoding })
  const shown = typeof body === 'string' ? body.slice(0, 2000) : body?.length
  failures.push(`seed ${seed}: ${status} ${text.slice(0, 300)}\n${said}\n${shown}`)
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Prints how many requests of each operation succeeded, the least first. Returns those of which none did. */
function printShares(): OperationName[] {
  const shares = operationNames
    .map((name) => {
      const [of, done] = [asked.get(name) ?? 0, succeeded.get(name) ?? 0]
      return { name, of, done, percent: (100 * done) / Math.max(1, of) }
    })
    .sort((a, b) => a.percent - b.percent)
  for (const { name, of, done, percent } of shares) {
    console.log(`${percent.toFixed(0).padStart(3)} %  ${name}, ${done} of ${of}`)
  }
  const unreached = shares.filter(({ done }) => done === 0).map(({ name }) => name)
  if (unreached.length > 0) console.error(`Without any success: ${unreached.join(', ')}`)
  return unreached
}
