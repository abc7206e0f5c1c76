import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, startServer, type TestServer } from '../testing/valkey-server.ts'
import { sharedBuckets } from './shared-store.ts'

let single: TestServer
/** Servers are stopped whatever the outcome of a test. */
const started: TestServer[] = []
const stores: { close(): Promise<void> }[] = []
beforeAll(async () => {
  single = await startServer('--requirepass', 'right')
  started.push(single)
})
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await Promise.all(started.map((server) => server.stop()))
})

function open(urls: readonly string[]) {
  const outages: unknown[] = []
  let tick = () => {}
  const store = sharedBuckets({
    ...{ urls, nodes: 3, patience: 600_000, clock: Date.now },
    ticker(made) {
      tick = made
      return () => {}
    },
    onFault: (cause) => outages.push(cause),
  })
  stores.push(store)
  return { store, outages, pass: (count: number) => Array.from({ length: count }, () => tick()) }
}

const withPassword = (password: string) => single.url.replace('//', `//:${password}@`)

test('a wrong password is reported before any request, with the reason', async () => {
  const { store, outages, pass } = open([withPassword('wrong')])
  pass(1)
  await expect.poll(() => store.fault()).toMatchObject({ message: /WRONGPASS/ })
  expect(outages).toHaveLength(1)
  await store.close()
  expect(outages).toHaveLength(1)
})

test('a server that goes away while no request comes is missed within 250 ticks', async () => {
  const { store, outages, pass } = open([withPassword('right')])
  pass(1)
  const limit = { perMinute: 1, burst: 10 }
  const draw = { organization: 'acme', tier: 'standard', limit, key: undefined, share: undefined }
  await store.look(draw)
  expect(store.fault()).toBeUndefined()
  await single.kill()
  pass(251)
  await expect.poll(() => store.fault()).toBeInstanceOf(Error)
  await single.restart()
  await expect
    .poll(() => {
      if (store.fault()) pass(1)
      return store.fault()
    })
    .toBeUndefined()
  expect(outages).toEqual([expect.any(Error), undefined])
})

test('a cluster that is away at the start is used once it is there', async () => {
  const cluster = await startCluster('--appendfsync', 'always')
  started.push(...cluster)
  await Promise.all(cluster.map((server) => server.kill()))
  const { store, pass } = open(cluster.map(({ url }) => url))
  pass(1)
  await expect.poll(() => store.fault()).toBeInstanceOf(Error)
  await Promise.all(cluster.map((server) => server.restart()))
  await expect
    .poll(
      () => {
        pass(1)
        return store.fault()
      },
      { timeout: 20_000 },
    )
    .toBeUndefined()
})
