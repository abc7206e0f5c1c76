import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createConnections } from './connections.ts'
import type { Connection, Engine } from './engine.ts'
import { runStatement } from './run.ts'

const request = {
  ...{ queryId: 'one', query: undefined, database: undefined, defaultFormat: 'Null' },
  ...{ parameters: [], settings: [], readonly: false, compressResponse: false },
}
const select = { kind: 'read', sql: 'SELECT 1', format: undefined } as const

/** An engine whose statements end when a test says so, except KILL QUERY, which ends at once. */
function slowEngine() {
  const open = new Set<Connection>()
  const control = {}
  const running: (() => void)[] = []
  const result = { bytes: new Uint8Array(0), rowsRead: 0, bytesRead: 0 }
  const engine: Engine = {
    control,
    connect() {
      const connection = {}
      open.add(connection)
      return connection
    },
    disconnect: (connection) => void open.delete(connection),
    read(connection) {
      if (connection === control) return Promise.resolve(result)
      return new Promise((resolve) => running.push(() => resolve(result)))
    },
    write: () => Promise.reject(new Error('not written here')),
  }
  return { engine, open, end: () => running.shift()?.() }
}

it.each([
  [false, 1],
  [true, 0],
])(
  'if its client has left (%s), %i connections are kept for the next statement',
  async (hasLeft, kept) => {
    const { engine, open, end } = slowEngine()
    const connections = createConnections(engine, 4)
    const client = new AbortController()
    const turn = { kind: 'other', owner: '' } as const
    const run = { engine, connections, request, turn, signal: client.signal }
    const outcome = runStatement(run, select)
    await setImmediate()
    expect(open.size).toBe(1)
    if (hasLeft) client.abort()
    end()
    await outcome
    expect(open.size).toBe(kept)
  },
)
