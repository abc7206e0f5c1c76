import { connect, layoutOf } from '@sluice/clickhouse'
import { type OneNodeCluster, startOneNodeCluster } from '@sluice/embedded/testing'
import { isoOf } from '@sluice/runtime'
import {
  DAY,
  dayOf,
  HOUR,
  memoryWriter,
  now,
  openSampleStore,
  SampleBuffer,
  type SampleStore,
  station,
  workbench,
} from '@sluice/telemetry/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrateTelemetry, storeSteps } from '../migrate.ts'
import { openRequestLog } from '../usage/index.ts'

let cluster: OneNodeCluster
let store: SampleStore

beforeAll(async () => {
  cluster = await startOneNodeCluster()
  const address = { url: cluster.url, cluster: cluster.name }
  await migrateTelemetry(address)
  await migrateTelemetry(address)
  store = openSampleStore({ ...address, clock: () => new Date(), sampleWriter: memoryWriter() })
})

afterAll(async () => {
  await store?.close()
  await cluster?.stop()
})

async function rowsOf(url: string, query: string): Promise<unknown[][]> {
  const client = connect({ url })
  try {
    const result = await client.query({ query, format: 'JSONCompact' })
    return (await result.json<unknown[]>()).data
  } finally {
    await client.close()
  }
}

it('with nothing to migrate, no server is asked but the one at the address', async () => {
  // A statement for another cluster would fail, like one for a cluster with a server that is down.
  const address = { url: cluster.url, cluster: 'with a server that is down' }
  await expect(migrateTelemetry(address)).resolves.toBeUndefined()
})

describe('the tables of a cluster', () => {
  const columns = (tables: string) => `
    SELECT name, type, default_kind, default_expression FROM system.columns
    WHERE database = currentDatabase() AND table = '${tables}' ORDER BY position`

  it.each(['samples', 'latest', 'rollups', 'touched', 'requests'])(
    'include %s with the columns that a single server has',
    async (table) => {
      const [single, local, spread] = await Promise.all([
        rowsOf(inject('clickhouseUrl'), columns(table)),
        rowsOf(cluster.nodeUrl, columns(`${table}_local`)),
        rowsOf(cluster.nodeUrl, columns(table)),
      ])
      expect(single.length).toBeGreaterThan(5)
      expect(local).toEqual(single)
      expect(spread).toEqual(single)
    },
  )

  it('keep a series on one shard', async () => {
    const query = `
      SELECT table, extract(engine_full, 'cityHash64\\(.*?\\)') AS key FROM system.tables
      WHERE database = currentDatabase() AND engine = 'Distributed' ORDER BY table`
    expect(await rowsOf(cluster.nodeUrl, query)).toEqual([
      ['accepted', 'cityHash64(organization, thing)'],
      ['accepted_hours', 'cityHash64(organization)'],
      ['latest', 'cityHash64(organization, thing)'],
      ['requests', 'cityHash64(organization, key)'],
      ...['rollups', 'samples', 'touched'].map((table) => [
        table,
        'cityHash64(organization, thing)',
      ]),
    ])
  })

  it('are created by valid statements that each run on all nodes', async () => {
    const statements = storeSteps.flatMap((step) => step.statements(layoutOf('fleet', 'default')))
    for (const statement of statements) {
      expect(statement).toContain(' ON CLUSTER `fleet`')
      expect(cluster.forAllNodes).toContain(statement.trim())
      await store.query('SELECT formatQuery({statement:String})', { statement })
    }
  })

  it('are created with replicas by an engine with a keeper', async () => {
    const layout = layoutOf('fleet', 'default')
    const made = storeSteps
      .flatMap((step) => step.statements(layout))
      .filter((statement) => statement.includes('ENGINE = Replicated'))
    const client = connect({ url: cluster.nodeUrl })
    try {
      await client.command({ query: 'CREATE DATABASE replicas' })
      for (const statement of made) {
        const query = statement
          .replace(layout.everywhere, '')
          .replace('EXISTS ', 'EXISTS replicas.')
        await client.command({ query })
      }
    } finally {
      await client.close()
    }
    const query = `
      SELECT table, zookeeper_path, replica_name FROM system.replicas WHERE database = 'replicas' ORDER BY table`
    expect(await rowsOf(cluster.nodeUrl, query)).toEqual(
      ['accepted_hours', 'accepted', 'latest', 'requests', 'rollups', 'samples', 'touched']
        .map((name) => `${name}_local`)
        .map((table) => [...[table, `/clickhouse/tables/01/replicas/${table}`, 'a']]),
    )
  })
})

describe('samples on a cluster', () => {
  const ofThing = { organization: 1, thing: 2 }
  const statement = (table: string) => `
    SELECT metric, toUnixTimestamp64Micro(time), number FROM ${table} FINAL
    WHERE organization = 1 AND thing IN {things:Array(UInt32)} ORDER BY metric, time`
  const read = (table: string) => store.query(statement(table), { things: [2, 3] })

  function samplesOf(...rows: [metric: number, micros: number, value: number][]) {
    const samples = new SampleBuffer(rows.length)
    for (const row of rows) samples.push(...row)
    return samples
  }

  it('are readable once stored, last write wins, and gone once erased', async () => {
    await store.write(ofThing, samplesOf([1, 10, 1], [1, 20, 2]))
    await store.write(ofThing, samplesOf([1, 20, 3]))
    await store.readBarrier(ofThing)
    expect(await read('samples')).toEqual([
      [1, 10, 1],
      [1, 20, 3],
    ])
    expect(await read('latest')).toEqual([[1, 20, 3]])
    expect(await store.query(statement('latest'), { things: [2, 3] })).toEqual([[1, 20, 3]])
    await store.erase({ ...ofThing, metrics: undefined, from: 20, to: 21 })
    expect(await read('samples')).toEqual([[1, 10, 1]])
    expect(await read('latest')).toEqual([[1, 10, 1]])
    expect(cluster.forAllNodes).toContainEqual(
      expect.stringMatching(
        /^DELETE FROM samples_local ON CLUSTER `fleet` IN PARTITION \d{4} WHERE/,
      ),
    )
  })
})

describe('rollups of days on a cluster', () => {
  let rolled: SampleStore
  beforeAll(() => {
    const address = { url: cluster.url, cluster: cluster.name }
    const sampleWriter = memoryWriter(() => now.getTime())
    rolled = openSampleStore({ ...address, clock: () => now, sampleWriter })
  })
  afterAll(() => rolled?.close())
  const { query, send } = workbench(() => rolled)

  const to = now.getTime() * 1000
  const at = (days: number, value: number) => ({
    ...{ metric: 'temperature', time: isoOf(to - days * DAY + HOUR), value },
  })

  it('are created, read, invalidated and deleted', async () => {
    const thing = station()
    const { organization, thing: number } = thing.numbers
    const sums = async () => {
      const answer = await query(thing, {
        ...{ from: '-6d', to: 'now', interval: '1d', aggregate: 'sum', metrics: 'temperature' },
      })
      return answer.values.temperature
    }
    await send(thing, [at(5, 5), at(4, 4), at(3, 3)])
    const days = { from: dayOf(to - 6 * DAY), to: dayOf(to) }
    rolled.rollups.ask({ organization, things: [number], metrics: [1], ...days })
    await rolled.rollups.idle()
    expect(await rolled.query('SELECT count() FROM rollups', {})).toEqual([[6]])
    expect(await sums()).toEqual([5, 4, 3])
    await send(thing, [at(4, 40)])
    expect(await sums()).toEqual([5, 40, 3])
    await rolled.erase({ ...thing.numbers, metrics: undefined, from: to - 3 * DAY, to })
    expect(await sums()).toEqual([5, 40])
    await rolled.expire([{ organization, metric: 1, before: to - 4 * DAY }])
    expect(await sums()).toEqual([40])
  })
})

it('conditions on samples are evaluated by each shard of a cluster of two', async () => {
  const client = connect({ url: cluster.nodeUrl })
  await client.command({ query: 'CREATE DATABASE pair' })
  await client.command({
    query: `CREATE TABLE pair.samples AS default.samples_local
      ENGINE = Distributed('pair', 'default', 'samples_local', cityHash64(organization, thing))`,
  })
  await client.close()
  const statements: string[] = []
  const onPair = (sql: string) => {
    statements.push(sql)
    return sql.replaceAll('FROM samples', 'FROM pair.samples')
  }
  const { query, send } = workbench(() => ({
    ...{ ...store, chunks: undefined, buckets: undefined },
    query: (sql, params) => store.query(onPair(sql), params),
    queryBlocks: (sql, ...rest) => store.queryBlocks(onPair(sql), ...rest),
  }))
  const thing = station()
  const samples = [1, 2, 3, 4].flatMap((value) => {
    const time = isoOf(now.getTime() * 1000 - HOUR + value * 1e6)
    return ['temperature', 'steps'].map((metric) => ({ metric, time, value: value * 10 }))
  })
  await send(thing, samples)
  const asked = { from: '-2h', to: 'now', metrics: 'temperature', where: 'steps>20,steps<=40' }
  for (const way of [asked, { ...asked, downsample: 'minmax' as const, maxPoints: 100 }]) {
    const { timestamps, values } = await query(thing, way)
    expect(timestamps).toEqual([samples[4]?.time, samples[6]?.time])
    expect(values).toEqual({ temperature: [30, 40] })
  }
  expect(statements.filter((sql) => sql.includes('GLOBAL'))).toEqual([])
})

it('the request log on a cluster stores rows and counts a batch once', async () => {
  const client = connect({ url: cluster.url, cluster: cluster.name })
  const insert = {
    table: 'requests',
    values: [{ organization: 1, key: 'k', operation: 'things.get', time: Date.now(), calls: 2 }],
    format: 'JSONEachRow',
    clickhouse_settings: { insert_deduplicate: 1, insert_deduplication_token: 'a' },
  } as const
  await client.insert(insert)
  await client.insert(insert)
  const log = openRequestLog({ client })
  const sql =
    "SELECT sum(calls), countIf(kind = cityHash64(1::UInt32, 'k', 'things.get', '')) FROM requests"
  expect(await log.query(sql, {})).toEqual([[2, 1]])
  await log.close()
})
