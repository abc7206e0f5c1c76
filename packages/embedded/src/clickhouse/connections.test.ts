import { expect, it } from 'vitest'
import { createConnections } from './connections.ts'
import type { Engine } from './engine.ts'

function fakeEngine() {
  const open = new Set<object>()
  const engine: Engine = {
    control: {},
    connect() {
      const connection = {}
      open.add(connection)
      return connection
    },
    disconnect: (connection) => void open.delete(connection),
    read: () => Promise.reject(new Error('not read here')),
    write: () => Promise.reject(new Error('not written here')),
  }
  return { engine, open }
}

const stays = new AbortController().signal
const mine = { kind: 'other', owner: 'mine' } as const
const rowsOf = (owner: string) => ({ kind: 'rows', owner }) as const
const readOf = (owner: string) => ({ kind: 'other', owner }) as const

it('a connection is reused for the same key, and closed once its state changed', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 4)
  const first = await connections.acquire('a', mine, stays)
  expect(first.preamble).toContain(first.tag)
  connections.release(first, true)
  const second = await connections.acquire('a', mine, stays)
  expect(second).toMatchObject({ connection: first.connection, tag: first.tag, preamble: '' })
  connections.release(second, false)
  expect(open.size).toBe(0)
})

it('an idle connection is not reused for another key or without a key', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 4)
  const first = await connections.acquire('a', mine, stays)
  connections.release(first, true)
  const others = [
    await connections.acquire('b', mine, stays),
    await connections.acquire(undefined, mine, stays),
  ]
  for (const other of others) {
    expect(other.connection).not.toBe(first.connection)
    connections.release(other, true)
  }
  expect(open.size).toBe(2)
})

it('the pool keeps its most recently used connections idle, up to its size', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 2)
  for (const key of ['a', 'b', 'c'])
    connections.release(await connections.acquire(key, mine, stays), true)
  expect(open.size).toBe(2)
  const latest = await connections.acquire('c', mine, stays)
  expect(latest.preamble).toBe('')
  connections.release(latest, true)
  expect((await connections.acquire('a', mine, stays)).preamble).not.toBe('')
})

it('statements of an organization are served in order', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  const order: string[] = []
  const first = await connections.acquire('a', mine, stays)
  const turns = ['a', 'b'].map(async (name) => {
    const lease = await connections.acquire('a', mine, stays)
    order.push(name)
    connections.release(lease, true)
  })
  connections.release(first, true)
  await Promise.all(turns)
  expect(order).toEqual(['a', 'b'])
})

it('slow queries of two organizations delay neither a third nor inserts', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 16)
  for (const owner of ['1', '2']) {
    for (let i = 0; i < 40; i += 1)
      connections.acquire(undefined, readOf(owner), stays).catch(() => {})
  }
  for (const turn of [readOf('3'), rowsOf('samples'), rowsOf('requests')]) {
    await expect(connections.acquire(undefined, turn, stays)).resolves.toBeDefined()
  }
})

it('an insert does not wait for the only place of queries', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  await connections.acquire(undefined, mine, stays)
  await expect(connections.acquire(undefined, rowsOf('samples'), stays)).resolves.toBeDefined()
})

it('a request aborted while it waits is removed from the queue', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  const first = await connections.acquire('a', mine, stays)
  const leaver = new AbortController()
  const waiting = connections.acquire('a', mine, leaver.signal)
  leaver.abort(new Error('It left.'))
  await expect(waiting).rejects.toThrow('It left.')
  await expect(connections.acquire('a', mine, leaver.signal)).rejects.toThrow('It left.')
  connections.release(first, true)
  await expect(connections.acquire('a', mine, stays)).resolves.toMatchObject({ tag: first.tag })
})

it('a connection that cannot be closed keeps no turn', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  const lease = await connections.acquire(undefined, mine, stays)
  engine.disconnect = () => {
    throw new Error('not closed')
  }
  expect(() => connections.release(lease, false)).toThrow('not closed')
  await expect(connections.acquire(undefined, mine, stays)).resolves.toBeDefined()
})

it('the pool stays usable after a connection cannot be opened', async () => {
  const { engine } = fakeEngine()
  const connect = engine.connect
  engine.connect = () => {
    throw new Error('no memory')
  }
  const connections = createConnections(engine, 1)
  await expect(connections.acquire('a', mine, stays)).rejects.toThrow('no memory')
  engine.connect = connect
  await expect(connections.acquire('a', mine, stays)).resolves.toBeDefined()
})
