// Webhooks from a change to its arrival at a receiver on this machine: how soon one alone, how many a second, and what
// becomes of them when the receiver is down for a while.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../quantile.ts'
import { type Ask, asker } from '../resources/ask.ts'
import { thing } from '../resources/fleet.ts'
import { startStores } from '../stores.ts'
import { startSubject } from '../subject.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const THINGS = 1_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10)
const SINGLE = 100
const DOWN_MS = 4_000
/** Requests under way at once, as many as the product makes to one receiver. */
const WIDTH = 16

const stores = await startStores()
const { url: databaseUrl, clickhouseUrl } = stores
const subject = await startSubject(
  'Sluice',
  new URL('../resources/subjects/sluice.ts', import.meta.url),
  {
    ...{ databaseUrl, clickhouseUrl, organization: 'bench', delivers: true },
  },
)
const receivers: Receiver[] = []
try {
  const ask = asker(subject.url, subject.headers)
  const things = Array.from({ length: THINGS }, (_, i) => thing(i))
  await ask('POST', '/v2/things/batch', { mode: 'create', things })
  const first = await addReceiver(ask)
  console.log(
    '| what | events | seconds | deliveries/s | p50 ms | p99 ms | sent again | most MiB |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  await measure('single changes, one after the other', SINGLE, () => changeOneByOne(ask, first))
  await measure('one receiver', THINGS * ROUNDS, () => changeAll(ask))
  await measure(
    `one receiver, down for ${DOWN_MS / 1000} s at first`,
    THINGS * ROUNDS,
    async () => {
      await first.down()
      await changeAll(ask)
      await sleep(DOWN_MS)
      await first.up()
    },
  )
  while (receivers.length < 10) await addReceiver(ask)
  const rounds = Math.ceil(ROUNDS / 5)
  await measure('ten receivers', THINGS * rounds * 10, () => changeAll(ask, rounds))
  await reportLimit(first)
} finally {
  await Promise.all(receivers.map((receiver) => receiver.down()))
  await subject.stop()
  await stores.stop()
}

async function addReceiver(ask: Ask): Promise<Receiver> {
  const receiver = await startReceiver()
  await ask('POST', '/v2/integrations', {
    ...{ name: `Receiver ${receivers.length}`, eventTypes: ['thing.updated'] },
    url: `http://127.0.0.1:${receiver.port}/in`,
  })
  receivers.push(receiver)
  return receiver
}

async function changeOneByOne(ask: Ask, receiver: Receiver): Promise<void> {
  for (let i = 0; i < SINGLE; i += 1) {
    await ask('PATCH', `/v2/thing/${thing(i).id}`, { description: `Changed ${Date.now()}` })
    await receiver.has(i + 1)
  }
}

/** Every thing is changed in every round, so that a thing's events wait for each other. */
async function changeAll(ask: Ask, rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const description = `Round ${round} at ${Date.now()}`
    const things = Array.from({ length: THINGS }, (_, i) => ({ id: thing(i).id, description }))
    await ask('POST', '/v2/things/batch', { mode: 'update', things })
  }
}

/** Resolves when every event has arrived everywhere; an event that is lost makes the bench wait for ever. */
async function measure(what: string, events: number, make: () => Promise<void>): Promise<void> {
  for (const receiver of receivers) receiver.forget()
  const memory = watchMemory()
  const began = Date.now()
  await make()
  const each = events / receivers.length
  await Promise.all(receivers.map((receiver) => receiver.has(each)))
  // Whatever would come twice is under way by now.
  await sleep(500)
  const arrivals = receivers.flatMap((receiver) => [...receiver.arrivals.values()])
  const seconds = (Math.max(...arrivals.map(({ at }) => at)) - began) / 1000
  const after = arrivals.map((arrival) => arrival.after).sort((a, b) => a - b)
  const repeats = receivers.reduce((sum, receiver) => sum + receiver.repeats(), 0)
  const cells = [
    ...[what, arrivals.length.toLocaleString('en'), seconds.toFixed(1)],
    Math.round(arrivals.length / seconds).toLocaleString('en'),
    ...[quantile(after, 0.5), quantile(after, 0.99), repeats, memory()],
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** The most memory that the server's process holds, in MiB, until it is asked. */
function watchMemory(): () => number {
  let most = 0
  const look = () => {
    const status = readFileSync(`/proc/${subject.pid}/status`, 'utf8')
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  }
  look()
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    return Math.round(most)
  }
}

/** The same bodies to the same receiver by this process alone, as many at once: what HTTP on this machine allows. */
async function reportLimit(receiver: Receiver): Promise<void> {
  receiver.forget()
  const posts = THINGS * ROUNDS
  const url = `http://127.0.0.1:${receiver.port}`
  const data = { resource: thing(0).id, thing: thing(0), previous: { description: '' } }
  const body = { type: 'thing.updated', timestamp: new Date().toISOString(), data }
  let left = posts
  const began = Date.now()
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      const send = asker(url, {})
      while (left > 0) {
        left -= 1
        await send('POST', '/in', body)
      }
    }),
  )
  const seconds = (Date.now() - began) / 1000
  const perSecond = Math.round(posts / seconds).toLocaleString('en')
  console.log(
    `| limit: bare posts of one process | ${posts.toLocaleString('en')} | ${seconds.toFixed(1)} | ${perSecond} | | | | |`,
  )
}
