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

it('a connection is reused for the same key, and closed once its state changed', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 4)
  const first = await connections.acquire('a', stays)
  expect(first.preamble).toContain(first.tag)
  connections.release(first, true)
  const second = await connections.acquire('a', stays)
  expect(second).toEqual({ ...first, preamble: '' })
  connections.release(second, false)
  expect(open.size).toBe(0)
})

it('an idle connection is not reused for another key or without a key', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 4)
  const first = await connections.acquire('a', stays)
  connections.release(first, true)
  const others = [
    await connections.acquire('b', stays),
    await connections.acquire(undefined, stays),
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
    connections.release(await connections.acquire(key, stays), true)
  expect(open.size).toBe(2)
  expect((await connections.acquire('c', stays)).preamble).toBe('')
  expect((await connections.acquire('a', stays)).preamble).not.toBe('')
})

it('requests waiting for a connection are served in order', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  const order: string[] = []
  const first = await connections.acquire('a', stays)
  const turns = ['a', 'b'].map(async (name) => {
    const lease = await connections.acquire('a', stays)
    order.push(name)
    connections.release(lease, true)
  })
  connections.release(first, true)
  await Promise.all(turns)
  expect(order).toEqual(['a', 'b'])
})

it('a request aborted while it waits is removed from the queue', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  const first = await connections.acquire('a', stays)
  const leaver = new AbortController()
  const waiting = connections.acquire('a', leaver.signal)
  leaver.abort()
  await expect(waiting).rejects.toThrow(/QUERY_WAS_CANCELLED/)
  connections.release(first, true)
  await expect(connections.acquire('a', stays)).resolves.toMatchObject({ tag: first.tag })
})

it('the pool stays usable after a connection cannot be opened', async () => {
  const { engine } = fakeEngine()
  const connect = engine.connect
  engine.connect = () => {
    throw new Error('no memory')
  }
  const connections = createConnections(engine, 1)
  await expect(connections.acquire('a', stays)).rejects.toThrow('no memory')
  engine.connect = connect
  await expect(connections.acquire('a', stays)).resolves.toBeDefined()
})
