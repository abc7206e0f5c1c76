import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Tenant } from '@sluice/api/testing/tenant'
import { type WireRequest, wireOf } from '@sluice/api/testing/wire'
import { quantile } from '../quantile.ts'
import type { QuietOfBoth, Range } from './attack.ts'
import type { Console } from './procedures.ts'
import { loadSamples } from './samples.ts'
import { askUnread, loadLargeAnswer } from './unread-answers.ts'
import type { Wait } from './wait.ts'
import { takeWaits } from './watch.ts'

/** How long each flood lasts. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)

/** The flooding organization has so many samples, in parts, a millisecond apart. */
const [PARTS, PART, START] = [10, 100_000, Date.UTC(2026, 0, 1)]

/** What many do at once, again and again until it is over. */
interface Flood {
  readonly name: string
  readonly atOnce: number
  readonly act: () => Promise<Answered>
  readonly of: Range
}

/** The status of an answer; 0 where there was none. */
type Answered = { readonly status: number }

export interface Flooded {
  readonly name: string
  readonly acts: number
  /** How many answers had which status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The bystanders' calls: for what is in memory, and for what is in the stores. */
  readonly fast: Served
  readonly stores: Served
  readonly quiet: QuietOfBoth
  /** The most CPU of the server's main thread in a turn of its event loop, in milliseconds. */
  readonly hold: number
  /** The most memory that the server's process held, in MiB. */
  readonly memory: number
}

interface Served {
  /** Between 0 and 1. */
  readonly successful: number
  /** Of those, in milliseconds. */
  readonly p99: number
}

interface Scene {
  readonly api: Range
  readonly url: string
  readonly console: Omit<Console, 'range'> & { readonly range: Range }
  readonly tenant: Tenant
}

export async function floodsOf({
  api,
  url,
  console: people,
  tenant,
}: Scene): Promise<readonly Flood[]> {
  const { key } = await tenant.mint()
  const revoked = await tenant.mint()
  await tenant.act('keys.revoke', { params: { keyId: revoked.id } })
  const { send } = api
  const port = Number(new URL(url).port)
  const thing = { thingId: 'truck-1' }
  for (let part = 0; part < PARTS; part += 1) {
    const start = START + part * PART * 1000
    await loadSamples(send, key, { start, stepSeconds: 0.001, count: PART })
  }
  const century = { from: '1900-01-01T00:00:00Z', to: '2199-01-01T00:00:00Z' }
  const wide = {
    ...century,
    interval: '1d',
    timezone: 'Africa/Casablanca',
    limit: 10_000,
    fill: 'null',
  }
  const things = (seed: number) =>
    Array.from({ length: 1000 }, (_, i) => ({
      id: `flood-${i}`,
      name: `Flood ${seed}`,
      thingTypeId: 'truck',
    }))
  await slowReceiver(tenant)
  const large = await loadLargeAnswer(send, key)
  let turn = 0
  const next = () => {
    turn += 1
    return turn
  }
  const rest = { of: api, atOnce: 40 }
  const refuse = (path: string, with_: string) =>
    send({ method: 'GET', path, headers: { 'X-Api-Key': with_ } })
  return [
    { ...rest, name: 'slow bodies', atOnce: 200, act: () => halfBody(port, key, plainBody) },
    { ...rest, name: 'unfinished gzip', atOnce: 200, act: () => halfBody(port, key, zipped) },
    {
      ...rest,
      name: '40 summaries at once',
      act: () => send(wireOf('telemetry.summary', { params: thing, query: century }, key)),
    },
    {
      ...rest,
      name: '100 batches at once',
      atOnce: 100,
      act: () => send(wireOf('things.batch', { body: { things: things(next()) } }, key)),
    },
    {
      ...rest,
      name: 'three centuries in a time zone',
      act: () => send(wireOf('telemetry.timeseries', { params: thing, query: wide }, key)),
    },
    { ...rest, name: 'a key that fails', act: () => refuse('/v2/thing/missing', key) },
    {
      ...rest,
      name: 'a revoked key behind the same address',
      act: () => refuse('/v2/things', revoked.key),
    },
    {
      ...rest,
      name: 'a person’s calls',
      of: people.range,
      act: () => people.range.send(people.call('things.list', { query: { limit: '100' } })),
    },
    {
      ...rest,
      name: 'sign-ins',
      of: people.range,
      act: () => people.range.send(strangersSignIn(people, next())),
    },
    {
      ...rest,
      name: 'webhooks to a slow receiver',
      act: () =>
        send(wireOf('things.update', { params: thing, body: { description: `${next()}` } }, key)),
    },
    // Last: whoever leaves before an answer has it made nevertheless, and waits for it with all that follows.
    {
      ...rest,
      name: 'answers that nobody reads',
      atOnce: 200,
      act: () => askUnread(port, large, SECONDS * 500),
    },
  ]
}

/** Events of things go to a receiver that answers nothing. It ends with the bench. */
async function slowReceiver(tenant: Tenant): Promise<void> {
  const receiver = createServer(() => {}).listen(0, '127.0.0.1')
  receiver.unref()
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`
  const body = { name: 'Slow', url, eventTypes: ['thing.updated' as const] }
  await tenant.act('integrations.create', { body })
}

/** From a network of its own each time: of one address few are let in. */
function strangersSignIn(people: Pick<Console, 'signIn'>, turn: number): WireRequest {
  const network = [11 + (turn >> 16), (turn >> 8) & 255, turn & 255].join('.')
  return people.signIn(`${turn}@bench.example`, 'a wrong password', `${network}.1`)
}

interface HalfBody {
  readonly bytes: Uint8Array
  readonly fields: string
}

const plainBody: HalfBody = { bytes: Buffer.alloc(16_000, 'x'), fields: '' }
/** Blanks, which JSON may begin with: half of them are eight megabytes for whoever decompresses them. */
const zipped: HalfBody = {
  bytes: gzipSync(Buffer.alloc(16_000_000, ' ')),
  fields: 'Content-Encoding: gzip\r\n',
}

/** Sends a head and half of a body, and waits for as long as half a flood. */
function halfBody(port: number, key: string, { bytes, fields }: HalfBody): Promise<Answered> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (some) => {
      text += some
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0) }))
    socket.write(
      `POST /v2/thing/truck-1/data HTTP/1.1\r\nHost: bench\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n${fields}Content-Length: ${bytes.length}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, bytes.length / 2))
    setTimeout(() => socket.destroy(), SECONDS * 500)
  })
}

/** Runs a flood for its time, and looks at the bystander's calls meanwhile. */
export async function flood({
  name,
  atOnce,
  act,
  of: { bystanders, quiet, told },
}: Flood): Promise<Flooded> {
  await Promise.all([takeWaits(bystanders), told()])
  const end = performance.now() + SECONDS * 1000
  const statuses = new Map<number, number>()
  let memory = 0
  let hold = 0
  let looked: Promise<void> | undefined
  const look = async () => {
    await looked
    const { rss, longTurns } = await told()
    memory = Math.max(memory, rss / 1024 / 1024)
    hold = Math.max(hold, ...longTurns.map(({ ms }) => ms))
  }
  const watching = setInterval(() => {
    looked = look()
  }, 1000)
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const { status } = await act()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  clearInterval(watching)
  const waits = await takeWaits(bystanders)
  await look()
  return {
    ...{ name, acts: [...statuses.values()].reduce((sum, count) => sum + count, 0) },
    ...{ statuses, hold, memory, quiet },
    fast: servedOf(waits.memory),
    stores: servedOf(waits.stores),
  }
}

function servedOf(waits: readonly Wait[]): Served {
  const sorted = waits.filter(({ fault }) => fault === undefined).map(({ ms }) => ms)
  sorted.sort((a, b) => a - b)
  return { successful: sorted.length / waits.length, p99: quantile(sorted, 0.99) }
}
