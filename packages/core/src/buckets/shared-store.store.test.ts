import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedBuckets } from './shared/shared-store.ts'
import type { Draw } from './store.ts'
import { bucketStoreCases } from './testing/store-cases.ts'
import { startCluster, startServer, type TestServer } from './testing/valkey-server.ts'

let single: TestServer
let cluster: TestServer[] = []
/** Servers are stopped whatever the outcome of a test. */
const started: TestServer[] = []
beforeAll(async () => {
  ;[single, cluster] = await Promise.all([startServer(), startCluster()])
  started.push(single, ...cluster)
})
const stores: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await Promise.all(started.map((server) => server.stop()))
})

interface Options {
  readonly urls?: readonly string[]
  readonly nodes?: number
  readonly clock?: () => number
  readonly serverClock?: () => number
  /** Milliseconds of ticks. Long by default, so that a slow machine is not mistaken for an outage. */
  readonly patience?: number
  readonly ticker?: (tick: () => void) => () => void
}

/** Ticks that a test triggers for all stores opened with them. */
function handMadeTicks() {
  const ticks = new Set<() => void>()
  return {
    ticker(tick: () => void) {
      ticks.add(tick)
      return () => ticks.delete(tick)
    },
    pass(count: number) {
      for (let i = 0; i < count; i += 1) for (const tick of ticks) tick()
    },
  }
}

/** A node's connected bucket store. */
async function open(options: Options = {}) {
  const { urls = [single.url], nodes = 1, patience = 600_000, ...others } = options
  const outages: unknown[] = []
  const store = sharedBuckets({
    ...{ urls, nodes, patience, clock: Date.now, ...others },
    onFault: (cause) => outages.push(cause),
  })
  stores.push(store)
  // While connecting, it admits from its own share.
  await store.look(drawOf('nobody'))
  await expect.poll(() => store.fault()).toBeUndefined()
  outages.length = 0
  return { store, outages }
}

bucketStoreCases(
  'on one server',
  async (clock) => (await open({ clock, serverClock: clock })).store,
  { runs: 8 },
)
bucketStoreCases(
  'on a cluster',
  async (clock) => {
    const { store } = await open({ clock, serverClock: clock, urls: cluster.map(({ url }) => url) })
    return store
  },
  { runs: 8 },
)

/** So slow that nothing refills while a test lasts. */
const frozen = { perMinute: 0.001, burst: 1000 }

function drawOf(organization: string, limit = frozen): Draw {
  return { organization, tier: 'standard', limit, key: undefined, share: undefined }
}

async function takeAll(store: ReturnType<typeof sharedBuckets>, draw: Draw, tries: number) {
  const answers = await Promise.all(Array.from({ length: tries }, () => store.take(draw)))
  return answers.filter(({ refusedBy }) => refusedBy === undefined).length
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

test('four nodes together admit exactly the burst', async () => {
  const nodes = await Promise.all(Array.from({ length: 4 }, () => open({ nodes: 4 })))
  const admitted = await Promise.all(nodes.map(({ store }) => takeAll(store, drawOf('busy'), 400)))
  expect(sum(admitted)).toBe(1000)
})

test('a node whose clock is an hour ahead admits no more', async () => {
  const limit = { perMinute: 60, burst: 100 }
  const [right, ahead] = await Promise.all([open(), open({ clock: () => Date.now() + 3_600_000 })])
  const began = performance.now()
  let admitted = 0
  for (let i = 0; i < 300; i += 1) {
    for (const { store } of [right, ahead]) {
      if ((await store.take(drawOf('odd', limit))).refusedBy === undefined) admitted += 1
    }
  }
  const seconds = (performance.now() - began) / 1000
  expect(admitted).toBeGreaterThanOrEqual(100)
  expect(admitted).toBeLessThanOrEqual(100 + seconds + 1)
})

test('the server expires a bucket that is full', async () => {
  const { store } = await open()
  const quick = drawOf('quick', { perMinute: 6_000_000, burst: 10 })
  await store.take(quick)
  const { createClient } = await import('@redis/client')
  const client = await createClient({ url: single.url }).connect()
  const ttl = await client.pTTL('sluice:{quick}:standard')
  // -2 if the key has expired already; -1 would mean no expiry.
  expect(ttl).not.toBe(-1)
  expect(ttl).toBeLessThan(2000)
  client.destroy()
})

test('a server that answers but takes no writes counts as down, and is reported once', async () => {
  const server = await startServer()
  started.push(server)
  const { ticker, pass } = handMadeTicks()
  const { store, outages } = await open({ urls: [server.url], ticker })
  const { createClient } = await import('@redis/client')
  const client = await createClient({ url: server.url }).connect()
  await client.configSet('min-replicas-to-write', '1')
  const asked = async () =>
    Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1])
  // Full again at once, so the end of the outage has nothing to charge.
  const quick = drawOf('quick', { perMinute: 6_000_000, burst: 10 })
  for (let call = 0; call < 5; call += 1) {
    await store.take(quick)
    const before = await asked()
    await expect
      .poll(async () => {
        pass(1)
        return asked()
      })
      .toBeGreaterThan(before + 1)
  }
  expect(outages).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/replicas/i) }),
  ])
  await client.configSet('min-replicas-to-write', '0')
  await expect
    .poll(() => {
      if (store.fault()) pass(1)
      return store.fault()
    })
    .toBeUndefined()
  expect(outages).toHaveLength(2)
  client.destroy()
})

describe('while the bucket server is out of reach,', () => {
  let server: TestServer
  beforeAll(async () => {
    // Synced before each answer; otherwise a killed server loses what it has not written yet.
    server = await startServer('--appendfsync', 'always')
    started.push(server)
  })

  const ways = [
    ['killed', () => server.kill(), () => server.restart()],
    ['paused', async () => server.pause(), async () => server.resume()],
  ] as const

  test.each(ways)(
    'two nodes together admit what a %s server’s bucket held, and charge it later',
    async (how, out, back) => {
      const { ticker, pass } = handMadeTicks()
      const options = { urls: [server.url], nodes: 2, patience: 100, ticker }
      const nodes = await Promise.all([1, 2].map(() => open(options)))
      const draw = drawOf(`${how}-acme`)
      const [one, two] = nodes.map(({ store }) => store) as [
        (typeof nodes)[0]['store'],
        (typeof nodes)[0]['store'],
      ]
      const before = (await takeAll(one, draw, 300)) + (await takeAll(two, draw, 300))
      expect(before).toBe(600)
      await Promise.all([one.look(draw), two.look(draw)])
      await out()
      const during = Promise.all([takeAll(one, draw, 150), takeAll(two, draw, 600)])
      pass(6)
      expect(await during).toEqual([150, 200])
      expect(nodes.map(({ outages }) => outages)).toEqual([
        [expect.any(Error)],
        [expect.any(Error)],
      ])
      await back()
      for (const { store } of nodes) {
        await expect
          .poll(() => {
            if (store.fault()) pass(1)
            return store.fault()
          })
          .toBeUndefined()
      }
      // Takes that were answered too late are undone.
      await expect.poll(async () => (await one.look(draw)).tier).toBeCloseTo(50, 0)
      expect(await takeAll(two, draw, 100)).toBe(50)
    },
  )

  test('a late answer is undone in the share and the failures of its key, too', async () => {
    const { ticker, pass } = handMadeTicks()
    const { store } = await open({ urls: [server.url], patience: 100, ticker })
    const draw = { ...drawOf('late'), key: 'k', share: { ...frozen, burst: 500 } }
    await store.take(draw)
    server.pause()
    const late = [store.take(draw), store.take(draw), store.giveBack(draw)]
    pass(6)
    await Promise.all(late)
    server.resume()
    await expect
      .poll(() => {
        if (store.fault()) pass(1)
        return store.fault()
      })
      .toBeUndefined()
    // One of the takes that were served locally was charged to the tier.
    const { tier, share, failures } = await store.look(draw)
    expect([tier, share ?? 0, failures ?? 0].map(Math.round)).toEqual([998, 499, 500])
  })

  test('the first request waits five ticks and the next ones do not wait', async () => {
    const { ticker, pass } = handMadeTicks()
    const { store } = await open({ urls: [server.url], patience: 100, ticker })
    const draw = drawOf('patient')
    await store.take(draw)
    server.pause()
    const waiting = store.take(draw)
    pass(5)
    expect(store.fault()).toBeUndefined()
    pass(1)
    expect(store.fault()).toBeInstanceOf(Error)
    expect((await waiting).refusedBy).toBeUndefined()
    expect(store.take(draw)).not.toBeInstanceOf(Promise)
    server.resume()
    await expect
      .poll(() => {
        pass(1)
        return store.fault()
      })
      .toBeUndefined()
  })

  test('no unit is charged twice or lost when the server restarts under load', async () => {
    const nodes = await Promise.all([1, 2].map(() => open({ urls: [server.url], nodes: 2 })))
    const draw = drawOf('loaded', { perMinute: 0.001, burst: 20_000 })
    let admitted = 0
    let back = false
    async function callers({ store }: (typeof nodes)[number]) {
      while (!back) {
        await new Promise((resolve) => setImmediate(resolve))
        if ((await store.take(draw)).refusedBy === undefined) admitted += 1
      }
    }
    const calling = nodes.flatMap((node) => [callers(node), callers(node)])
    await expect.poll(() => admitted).toBeGreaterThan(100)
    await server.kill()
    await expect.poll(() => nodes.every(({ store }) => store.fault())).toBe(true)
    await server.restart()
    await expect.poll(() => nodes.some(({ store }) => store.fault())).toBe(false)
    back = true
    await Promise.all(calling)
    const [{ store } = { store: undefined }] = nodes
    const left = (await store?.look(draw))?.tier ?? 0
    // The server may have charged takes without answering: one unit per caller, and whatever it had not written.
    expect(admitted + left).toBeLessThanOrEqual(20_000 + 1)
    expect(admitted + left).toBeGreaterThan(20_000 - 10)
  })

  test('a starting node admits its share and switches to the server once connected', async () => {
    await server.kill()
    const store = sharedBuckets({ urls: [server.url], nodes: 4, clock: Date.now })
    stores.push(store)
    expect(await takeAll(store, drawOf('early'), 400)).toBe(250)
    expect((await store.take(drawOf('early'))).refillRatio).toBe(0.25)
    await server.restart()
    await expect.poll(async () => (await store.look(drawOf('early'))).tier).toBeCloseTo(750, 0)
  })
})

test('when a cluster loses one master, nodes take over only its organizations', async () => {
  // A killed server must restart with everything that it charged.
  const servers = await startCluster('--appendfsync', 'always')
  started.push(...servers)
  const [lost, ...rest] = servers
  if (!lost) throw new Error('There is no cluster.')
  const { store } = await open({ urls: [lost, ...rest].map(({ url }) => url), nodes: 2 })
  const names = Array.from({ length: 60 }, (_, i) => `member-${i}`)
  for (const name of names) await store.take(drawOf(name))
  await lost.kill()
  const taken = await Promise.all(names.map((name) => store.take(drawOf(name))))
  expect(taken.filter(({ refusedBy }) => refusedBy !== undefined)).toEqual([])
  const shared = taken.filter(({ tier }) => Math.floor(tier) === 998).length
  expect(shared).toBeGreaterThan(20)
  expect(taken.filter(({ tier }) => Math.floor(tier) < 500).length).toBeGreaterThan(5)
  await lost.restart()
  await expect.poll(() => store.fault()).toBeUndefined()
  for (const name of names) expect((await store.look(drawOf(name))).tier).toBeCloseTo(998, 0)
})
