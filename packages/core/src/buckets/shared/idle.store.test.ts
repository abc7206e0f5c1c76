import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
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

function open(urls: readonly string[], patience = 600_000) {
  const outages: unknown[] = []
  let tick = () => {}
  const store = sharedBuckets({
    ...{ urls, nodes: 3, patience, clock: Date.now },
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

test('a connection that is gone without a word is replaced', async () => {
  const server = await startServer()
  started.push(server)
  const sockets: Socket[] = []
  const proxy = createServer((near) => {
    const far = createConnection({ host: '127.0.0.1', port: server.port })
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far).pipe(near)
    sockets.push(near, far)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const { store, pass } = open([`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`], 100)
  const limit = { perMinute: 1, burst: 10 }
  const draw = { organization: 'acme', tier: 'standard', limit, key: undefined, share: undefined }
  pass(1)
  await store.look(draw)
  expect(store.fault()).toBeUndefined()
  const before = sockets.length
  // Nothing is closed, and nothing passes any more.
  for (const socket of sockets) socket.unpipe().resume()
  pass(251)
  pass(51)
  await expect.poll(() => store.fault()).toBeInstanceOf(Error)
  await expect
    .poll(
      () => {
        pass(1)
        return store.fault()
      },
      { timeout: 20_000 },
    )
    .toBeUndefined()
  expect(sockets.length).toBeGreaterThan(before)
  proxy.close()
  for (const socket of sockets) socket.destroy()
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
