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

it('uses a connection again for the same key and closes one whose state was changed', async () => {
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

it('gives a used connection to no other key, and to nobody who wants one for himself', async () => {
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

it('keeps as many idle as may run, the latest used', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 2)
  for (const key of ['a', 'b', 'c'])
    connections.release(await connections.acquire(key, stays), true)
  expect(open.size).toBe(2)
  expect((await connections.acquire('c', stays)).preamble).toBe('')
  expect((await connections.acquire('a', stays)).preamble).not.toBe('')
})

it('lets the next one in when another leaves, in order', async () => {
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

it('forgets who leaves while waiting', async () => {
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

it('stays usable when a connection cannot be opened', async () => {
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
