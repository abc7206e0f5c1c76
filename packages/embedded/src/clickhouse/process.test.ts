import { readdirSync, readFileSync } from 'node:fs'
import { createClient } from '@clickhouse/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { underKilledSupervisor } from '../../test/killed-supervisor.ts'
import { rowBinary } from '../../test/row-binary.ts'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { freePort } from '../free-port.ts'
import { describeProcess } from '../process/describe-process.ts'
import { type ClickHouseProcess, forkClickHouse } from './fork.ts'
import { spoolPrefix } from './spool.ts'

let directory: ReturnType<typeof temporaryDirectory>
let started: ClickHouseProcess[]

beforeEach(() => {
  directory = temporaryDirectory()
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((engine) => engine.stop()))
  directory.remove()
})

async function start(port?: number): Promise<ClickHouseProcess> {
  const engine = await forkClickHouse({
    directory: `${directory.path}/clickhouse`,
    password: 'secret',
    ...(port === undefined ? {} : { port }),
  })
  started.push(engine)
  return engine
}

const connect = (engine: ClickHouseProcess) =>
  createClient({ url: engine.url, log: { level: 127 }, request_timeout: 10_000 })

const table =
  'CREATE TABLE IF NOT EXISTS t (id UInt64, value Float64) ENGINE = MergeTree ORDER BY id'
const count = 'SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM t'

it('ClickHouse has every acknowledged row exactly once after repeated kill -9', {
  timeout: 60_000,
}, async () => {
  const batch = 5_000
  const acknowledged = new Set<number>()
  let next = 0
  for (let round = 0; round < 3; round += 1) {
    const engine = await start()
    const client = connect(engine)
    await client.command({ query: table })
    const target = acknowledged.size + 6
    const writer = async () => {
      for (;;) {
        const number = next
        next += 1
        const response = await fetch(
          `http://127.0.0.1:${engine.port}/?query=INSERT+INTO+t+FORMAT+RowBinary&password=secret`,
          { method: 'POST', body: rowBinary(number * batch, batch) },
        )
        if (!response.ok) throw new Error(await response.text())
        acknowledged.add(number)
        // While the other writers are inserting.
        if (acknowledged.size === target) process.kill(engine.pid, 'SIGKILL')
      }
    }
    const outcomes = await Promise.allSettled([writer(), writer(), writer()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await engine.exited).toMatchObject({ signal: 'SIGKILL' })
    await client.close()
  }
  const client = connect(await start())
  const query = `SELECT toUInt32(intDiv(id, ${batch})) AS number, toUInt32(count()) AS rows,
    toUInt32(uniqExact(id)) AS ids FROM t GROUP BY number`
  const result = await client.query({ query, format: 'JSONEachRow' })
  const batches = await result.json<{ number: number; rows: number; ids: number }>()
  // An unacknowledged batch may be stored, but only whole; none is stored twice.
  expect(batches.filter(({ rows, ids }) => rows !== batch || ids !== batch)).toEqual([])
  const stored = new Set(batches.map(({ number }) => number))
  expect([...acknowledged].filter((number) => !stored.has(number))).toEqual([])
  await client.close()
})

it('ClickHouse syncs inserts to the disk', async () => {
  const client = connect(await start())
  const query =
    "SELECT name, value FROM system.merge_tree_settings WHERE name LIKE 'fsync%' ORDER BY 1"
  const result = await client.query({ query, format: 'JSONCompactEachRow' })
  expect(await result.json()).toEqual([
    ['fsync_after_insert', '1'],
    ['fsync_part_directory', '1'],
  ])
  await client.close()
})

it('stopping ClickHouse lets running queries end and keeps its data', async () => {
  const engine = await start()
  const client = connect(engine)
  await client.command({ query: table })
  const slow = client.exec({
    query: 'INSERT INTO t SELECT number, sleepEachRow(0.25) FROM numbers(10)',
  })
  await expect
    .poll(async () => {
      const query = "SELECT 1 FROM system.processes WHERE query LIKE 'INSERT INTO t%'"
      return (await (await client.query({ query, format: 'JSONEachRow' })).json()).length
    })
    .toBe(1)
  await engine.stop()
  const { stream } = await slow
  stream.resume()
  expect(await engine.exited).toEqual({ code: 0, signal: null, reason: undefined })
  await client.close()

  const again = connect(await start())
  const result = await again.query({ query: count, format: 'JSONEachRow' })
  expect(await result.json()).toEqual([{ rows: 10, ids: 10 }])
  await again.close()
})

it('ClickHouse stops cleanly during merges', async () => {
  const engine = await start()
  const client = connect(engine)
  await client.command({ query: table })
  for (let part = 0; part < 40; part += 1) {
    await client.command({ query: `INSERT INTO t SELECT number, ${part} FROM numbers(20000)` })
  }
  await client.close()
  await engine.stop()
  expect(await engine.exited).toMatchObject({ code: 0, signal: null })
})

it('ClickHouse exits when its supervisor is killed, so that the next start succeeds', async () => {
  const options = { directory: `${directory.path}/clickhouse`, password: 'secret' }
  const { pid } = await underKilledSupervisor({ store: 'clickhouse', options })
  await start()
  expect(describeProcess(pid)).toBeUndefined()
})

it('ClickHouse does not start on a directory that another process has open', {
  timeout: 30_000,
}, async () => {
  const engine = await start()
  await expect(start()).rejects.toMatchObject({
    code: 'already-running',
    message: expect.stringContaining(`process ${engine.pid}`),
  })
})

it('ClickHouse does not start on a taken port', async () => {
  const engine = await start()
  const directory = temporaryDirectory()
  const second = forkClickHouse({ directory: directory.path, password: 'x', port: engine.port })
  await expect(second).rejects.toMatchObject({
    code: 'port-taken',
    message: expect.stringContaining(`Port ${engine.port}`),
  })
  directory.remove()
})

it('ClickHouse listens on the given port', async () => {
  const port = await freePort()
  expect((await start(port)).port).toBe(port)
})

it.runIf(process.platform === 'linux')(
  'ClickHouse hides its password and removes its files in /dev/shm',
  async () => {
    const killed = await start()
    // Other engines on this machine have theirs next to it.
    const prefix = spoolPrefix(`${directory.path}/clickhouse`)
    const own = () => readdirSync('/dev/shm').filter((name) => name.startsWith(prefix))
    const [left] = own()
    expect(own()).toHaveLength(1)
    for (const file of ['cmdline', 'environ']) {
      expect(readFileSync(`/proc/${killed.pid}/${file}`, 'utf8')).not.toContain('secret')
    }
    process.kill(killed.pid, 'SIGKILL')
    await killed.exited
    const next = await start()
    expect(own()).not.toContain(left)
    await next.stop()
    expect(own()).toEqual([])
  },
)
