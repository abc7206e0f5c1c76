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

it('uses a clean connection again and closes one whose state was changed', async () => {
  const { engine, open } = fakeEngine()
  const connections = createConnections(engine, 4)
  const first = await connections.acquire(false, stays)
  expect(first.preamble).toContain(first.tag)
  connections.release(first, true)
  const second = await connections.acquire(false, stays)
  expect(second).toEqual({ ...first, preamble: '' })
  connections.release(second, false)
  expect(open.size).toBe(0)
})

it('gives a used connection to nobody who needs a fresh one', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 4)
  const first = await connections.acquire(false, stays)
  connections.release(first, true)
  const second = await connections.acquire(true, stays)
  expect(second.connection).not.toBe(first.connection)
})

it('lets the next one in when another leaves, in order', async () => {
  const { engine } = fakeEngine()
  const connections = createConnections(engine, 1)
  const order: string[] = []
  const first = await connections.acquire(false, stays)
  const turns = ['a', 'b'].map(async (name) => {
    const lease = await connections.acquire(false, stays)
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
  const first = await connections.acquire(false, stays)
  const leaver = new AbortController()
  const waiting = connections.acquire(false, leaver.signal)
  leaver.abort()
  await expect(waiting).rejects.toThrow(/QUERY_WAS_CANCELLED/)
  connections.release(first, true)
  await expect(connections.acquire(false, stays)).resolves.toMatchObject({ tag: first.tag })
})

it('stays usable when a connection cannot be opened', async () => {
  const { engine } = fakeEngine()
  const connect = engine.connect
  engine.connect = () => {
    throw new Error('no memory')
  }
  const connections = createConnections(engine, 1)
  await expect(connections.acquire(false, stays)).rejects.toThrow('no memory')
  engine.connect = connect
  await expect(connections.acquire(false, stays)).resolves.toBeDefined()
})
