import { Readable } from 'node:stream'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nativeBlock, rowBinary } from '../../test/row-binary.ts'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { type ClickHouseProcess, forkClickHouse } from './fork.ts'

const password = `p'w \\ @:/%"é`
const directory = temporaryDirectory()
let engine: ClickHouseProcess
let client: ClickHouseClient

beforeAll(async () => {
  engine = await forkClickHouse({
    directory: `${directory.path}/clickhouse`,
    password,
    concurrency: 4,
    maxBodyBytes: 8 << 20,
  })
  client = newClient()
}, 30_000)

afterAll(async () => {
  await client?.close()
  await engine?.stop()
  directory.remove()
})

function newClient(options: Parameters<typeof createClient>[0] = {}): ClickHouseClient {
  return createClient({ url: engine.url, log: { level: 127 }, ...options })
}

async function rowsOf<T>(query: string, extra: object = {}): Promise<T[]> {
  const result = await client.query({ query, format: 'JSONEachRow', ...extra })
  return result.json<T>()
}

async function countOf(table: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${table}`)
  return row?.n ?? -1
}

function createTable(name: string) {
  const query = `CREATE TABLE ${name} (id UInt64, value Float64) ENGINE = MergeTree ORDER BY id`
  return client.command({ query })
}

function post(search: Record<string, string>, init: RequestInit = {}) {
  const url = new URL('/', engine.url)
  url.username = ''
  url.password = ''
  url.search = new URLSearchParams(search).toString()
  const Authorization = `Basic ${Buffer.from(`default:${password}`).toString('base64')}`
  return fetch(url, { method: 'POST', ...init, headers: { Authorization, ...init.headers } })
}

describe('queries', () => {
  it('answers a ping, with and without a query', async () => {
    expect(await client.ping()).toMatchObject({ success: true })
    expect(await client.ping({ select: true })).toMatchObject({ success: true })
  })

  it('binds parameters of every kind as they are', async () => {
    const values = {
      text: `it's \\ a "b" \t\n\r\0 é 🙂 {x:Int8} ; --`,
      empty: '',
      list: ["x'y", 'a\\b', 'c\td'],
      nested: [[1], [2, 3]],
      date: new Date('2024-02-29T12:34:56.789Z'),
      none: null,
      big: 18446744073709551615n,
      name: 'one',
    }
    const query = `SELECT {text:String} AS text, {empty:String} AS empty, {list:Array(String)} AS list,
      {nested:Array(Array(UInt8))} AS nested, {date:DateTime64(3)} AS date,
      {none:Nullable(Int8)} AS none, toString({big:UInt64}) AS big, {name:Identifier} AS one
      FROM (SELECT 1 AS one)`
    const [row] = await rowsOf(query, { query_params: values })
    expect(row).toEqual({
      ...{ text: values.text, empty: '', list: values.list, nested: values.nested },
      ...{ date: '2024-02-29 12:34:56.789', none: null, big: '18446744073709551615', one: 1 },
    })
  })

  it('keeps the parameters of concurrent queries apart', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map((n) => rowsOf<{ n: number }>('SELECT {n:UInt32} AS n', { query_params: { n } })),
    )
    expect(answers.map(([row]) => row?.n)).toEqual(numbers)
  })

  it('forgets parameters and settings after the request', async () => {
    const query = "SELECT toString(getSetting('max_block_size')) AS size"
    const [usual] = await rowsOf<{ size: string }>(query)
    const settings = { clickhouse_settings: { max_block_size: '777' } }
    expect(await rowsOf(query, settings)).toEqual([{ size: '777' }])
    await expect(rowsOf('SELECT x', settings)).rejects.toThrow()
    await client.command({ query: 'SET max_block_size = 778' })
    const after = await Promise.all(Array.from({ length: 12 }, () => rowsOf(query)))
    expect(after).toEqual(after.map(() => [usual]))
    await expect(rowsOf('SELECT {n:UInt32}')).rejects.toMatchObject({ code: '456' })
  })

  it('takes parameters too long for one packet, in the URL and in a form', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index)
    const query = 'SELECT toUInt32(length({ids:Array(UInt32)})) AS n'
    expect(await rowsOf(query, { query_params: { ids } })).toEqual([{ n: 20_000 }])
    const form = newClient({ use_multipart_params: true } as object)
    const result = await form.query({ query, query_params: { ids }, format: 'JSONEachRow' })
    expect(await result.json()).toEqual([{ n: 20_000 }])
    await form.close()
  })

  it('runs in the database that is asked for', async () => {
    await client.command({ query: 'CREATE DATABASE `o\\`dd`' })
    const other = newClient({ database: 'o`dd' })
    const result = await other.query({
      query: 'SELECT currentDatabase() AS d',
      format: 'JSONEachRow',
    })
    expect(await result.json()).toEqual([{ d: 'o`dd' }])
    await other.close()
    expect(await rowsOf('SELECT currentDatabase() AS d')).toEqual([{ d: 'default' }])
  })

  it('tells the query id, the format and a summary', async () => {
    const response = await post({ query: 'SELECT 1 FORMAT JSON', query_id: 'my-id' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-clickhouse-query-id')).toBe('my-id')
    expect(response.headers.get('x-clickhouse-format')).toBe('JSON')
    expect(response.headers.get('x-clickhouse-timezone')).toBe('UTC')
    expect(JSON.parse(response.headers.get('x-clickhouse-summary') ?? '')).toMatchObject({
      result_rows: '1',
    })
    expect(await response.json()).toMatchObject({ data: [{ 1: 1 }] })
  })

  it('puts the body behind the query of the URL', async () => {
    const response = await post({ query: 'SELECT 1 +' }, { body: '2' })
    expect(await response.text()).toBe('3\n')
  })

  it('lets GET read only', async () => {
    const get = (query: string) => post({ query }, { method: 'GET' })
    expect(await (await get('SELECT 1')).text()).toBe('1\n')
    const refused = await get('CREATE TABLE no (a UInt8) ENGINE = Memory')
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('164')
  })

  it.each([undefined, 'gzip', 'deflate', 'zstd'])('compresses with %s', async (encoding) => {
    const query = 'SELECT number FROM numbers(10000) FORMAT TSV'
    const search = { query, ...(encoding ? { enable_http_compression: '1' } : {}) }
    // fetch takes off what it knows; the header stays.
    const response = await post(search, { headers: { 'Accept-Encoding': encoding ?? 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe(encoding ?? null)
    const text = await response.text()
    if (encoding !== 'zstd') expect(text.split('\n')).toHaveLength(10_001)
  })

  it('streams a large result to the client', async () => {
    const result = await client.query({
      query: 'SELECT number FROM numbers(300000)',
      format: 'JSONCompactEachRow',
    })
    let rows = 0
    for await (const chunk of result.stream()) rows += chunk.length
    expect(rows).toBe(300_000)
  })
})

describe('inserts', () => {
  beforeAll(async () => {
    await createTable('formats')
  })

  it.each([
    ['RowBinary', rowBinary(0, 500)],
    ['Native', nativeBlock(0, 500)],
    ['CSV', Buffer.from('1,2\n3,4\n')],
    ['Values', Buffer.from('(1, 2), (1 + 2, 4)')],
  ])('takes %s in a body of its own', async (format, body) => {
    const before = await countOf('formats')
    const { summary, stream } = await client.exec({
      query: `INSERT INTO formats (id, value) FORMAT ${format}`,
      values: Readable.from([body], { objectMode: false }),
    })
    stream.resume()
    const rows = (await countOf('formats')) - before
    expect(rows).toBeGreaterThan(1)
    expect(summary?.written_rows).toBe(String(rows))
  })

  it('takes rows as objects and as a stream', async () => {
    await createTable('objects')
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, value: id / 2 }))
    const values = { table: 'objects', format: 'JSONEachRow' as const }
    const { summary } = await client.insert({ ...values, values: rows })
    expect(summary?.written_rows).toBe('100')
    await client.insert({ ...values, values: Readable.from(rows) })
    expect(await countOf('objects')).toBe(200)
  })

  it.each(['ArrowStream', 'Parquet', 'Native', 'RowBinaryWithNamesAndTypes', 'ORC'])(
    'takes back what it gave as %s',
    async (format) => {
      const source = await post({
        query: `SELECT number AS id, number / 4 AS value FROM numbers(1000) FORMAT ${format}`,
      })
      const body = Buffer.from(await source.arrayBuffer())
      await createTable(`back_${format}`)
      await post({ query: `INSERT INTO back_${format} FORMAT ${format}` }, { body })
      const sums = 'SELECT toUInt32(count()) AS n, sum(id) AS ids, sum(value) AS v FROM '
      expect(await rowsOf(`${sums} back_${format}`)).toEqual([{ n: 1000, ids: 499500, v: 124875 }])
    },
  )

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('takes a body in %s, and not a part of one', async (encoding, compress) => {
    await createTable(`in_${encoding}`)
    const query = `INSERT INTO in_${encoding} FORMAT RowBinary`
    const body = compress(rowBinary(0, 20_000))
    const headers = { 'Content-Encoding': encoding }
    const cut = await post({ query }, { headers, body: body.subarray(0, body.length - 9) })
    expect(cut.headers.get('x-clickhouse-exception-code')).toBe('271')
    expect(await countOf(`in_${encoding}`)).toBe(0)
    expect((await post({ query }, { headers, body })).status).toBe(200)
    expect(await countOf(`in_${encoding}`)).toBe(20_000)
  })

  it('compresses from the client', async () => {
    await createTable('from_client')
    const packing = newClient({ compression: { request: true, response: true } })
    await packing.insert({
      table: 'from_client',
      values: [{ id: 1, value: 2 }],
      format: 'JSONEachRow',
    })
    await packing.close()
    expect(await countOf('from_client')).toBe(1)
  })

  it('takes rows that stand in the query', async () => {
    await createTable('inline')
    await client.command({ query: 'INSERT INTO inline VALUES (1, 2), (3, 4)' })
    await client.command({ query: 'INSERT INTO inline FORMAT JSONEachRow {"id": 5, "value": 6}' })
    await client.command({ query: 'INSERT INTO inline SELECT number, 0 FROM numbers(7)' })
    const binary = Buffer.concat([
      Buffer.from('INSERT INTO inline FORMAT RowBinary\n'),
      rowBinary(9, 2),
    ])
    expect((await post({}, { body: binary })).status).toBe(200)
    expect(await countOf('inline')).toBe(12)
  })

  it('honours settings in the statement and in the URL', async () => {
    await createTable('skipping')
    const row = '{"id": 1, "value": 2, "other": 3}'
    const ok = 'input_format_skip_unknown_fields'
    const refused = await post(
      { query: `INSERT INTO skipping SETTINGS ${ok} = 0 FORMAT JSONEachRow` },
      { body: row },
    )
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('117')
    const inStatement = `INSERT INTO skipping SETTINGS ${ok} = 1 FORMAT JSONEachRow`
    expect((await post({ query: inStatement }, { body: row })).status).toBe(200)
    const inUrl = { query: 'INSERT INTO skipping FORMAT JSONEachRow', [ok]: '1' }
    expect((await post(inUrl, { body: row })).status).toBe(200)
    expect(await countOf('skipping')).toBe(2)
  })

  it('stores an insert that comes twice by one token once, where the table asks for it', async () => {
    await createTable('told')
    await client.command({
      query: 'ALTER TABLE told MODIFY SETTING non_replicated_deduplication_window = 10',
    })
    const settings = ['', 'SETTINGS input_format_skip_unknown_fields = 1']
    for (const [id, token] of ["it's", 'b', "it's"].entries()) {
      const query = `INSERT INTO told ${settings[id % 2]} FORMAT CSV`
      const sent = post({ query, insert_deduplication_token: token }, { body: `${id},0` })
      expect((await sent).status).toBe(200)
    }
    expect(await countOf('told')).toBe(2)
  })

  it.each(['JSONEachRow', 'RowBinary', 'ArrowStream'])(
    'refuses an empty body of %s',
    async (format) => {
      const response = await post({ query: `INSERT INTO formats FORMAT ${format}` })
      expect(response.status).toBe(400)
      expect(response.headers.get('x-clickhouse-exception-code')).toBe('108')
    },
  )

  it('stores nothing of a body with a bad row, and says which', async () => {
    await createTable('bad')
    const values = [{ id: 1, value: 1 }, { id: 'x' }]
    const insert = client.insert({ table: 'bad', values, format: 'JSONEachRow' })
    await expect(insert).rejects.toMatchObject({ message: expect.stringContaining('at row 2') })
    expect(await countOf('bad')).toBe(0)
  })

  it('refuses a body that is too long and answers on the same connection', async () => {
    const query = 'INSERT INTO formats FORMAT RowBinary'
    const response = await post({ query }, { body: Buffer.alloc((8 << 20) + 16) })
    expect(response.status).toBe(413)
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('307')
    const bomb = gzipSync(Buffer.alloc(64 << 20))
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await post({ query }, { headers, body: bomb })).status).toBe(413)
  })

  it('stores nothing when the client leaves in the middle of its body', async () => {
    await createTable('broken_off')
    const leaving = new AbortController()
    async function* body() {
      yield rowBinary(0, 1000)
      leaving.abort()
      await new Promise(() => {})
    }
    const search = { query: 'INSERT INTO broken_off FORMAT RowBinary' }
    const init = {
      body: Readable.toWeb(Readable.from(body())),
      duplex: 'half',
      signal: leaving.signal,
    }
    await expect(post(search, init as object)).rejects.toThrow(/abort/i)
    expect(await countOf('broken_off')).toBe(0)
  })
})

describe('errors', () => {
  it.each([
    ['selec 1', '62', 400],
    ['SELECT 1 FROM nope', '60', 404],
    ['SELECT 1 FROM nope.nope', '81', 404],
    ['SELECT throwIf(1)', '395', 500],
    ['SELECT 1; SELECT 2', '62', 400],
  ])('%s is error %s', async (query, code, status) => {
    await expect(rowsOf(query)).rejects.toMatchObject({ code })
    const response = await post({ query })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-clickhouse-exception-code')).toBe(code)
    expect(await response.text()).toMatch(/^Code: \d+\. DB::Exception: .*\([A-Z_]+\) \(version/s)
  })

  it('names an unknown setting, and one that could not be heard', async () => {
    const unknown = { clickhouse_settings: { no_such_setting: 1 } }
    await expect(rowsOf('SELECT 1', unknown)).rejects.toMatchObject({ code: '115' })
    await expect(rowsOf('SELECT 1', { session_id: 'a' })).rejects.toMatchObject({ code: '48' })
    expect((await post({ query: 'SELECT 1', "x' = 1; --": '1' })).status).toBe(404)
  })

  it('stops a query at its time limit', async () => {
    const query = 'SELECT sum(sipHash64(number)) FROM numbers(100000000000)'
    const limit = { clickhouse_settings: { max_execution_time: 0.2 } }
    await expect(rowsOf(query, limit)).rejects.toMatchObject({ code: '159' })
  })

  it.each([
    ['wrong password', { 'X-ClickHouse-Key': 'wrong' }, 403, '516'],
    ['wrong user', { 'X-ClickHouse-User': 'root', 'X-ClickHouse-Key': password }, 403, '516'],
    ['no password', {}, 401, '194'],
  ])('refuses a %s', async (_, headers, status, code) => {
    const response = await fetch(`http://127.0.0.1:${engine.port}/?query=SELECT+1`, {
      // Header values are bytes.
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          Buffer.from(value).toString('latin1'),
        ]),
      ),
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-clickhouse-exception-code')).toBe(code)
  })

  it('tells the client of a wrong password', async () => {
    const stranger = newClient({ url: `http://default:wrong@127.0.0.1:${engine.port}` })
    await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' })
    await stranger.close()
  })
})

describe('many at once', () => {
  const running = async (name: string) => {
    const found = await rowsOf(
      `SELECT 1 FROM system.processes WHERE query LIKE '%${name}%' AND query NOT LIKE '%processes%'`,
    )
    return found.length
  }

  it.each([
    'SELECT sum(sipHash64(number)) AS reading FROM numbers(100000000000000)',
    'INSERT INTO formats SELECT sum(sipHash64(number)) AS writing, 0 FROM numbers(100000000000000)',
  ])('cancels %s when its client leaves', async (query) => {
    const name = query.startsWith('SELECT') ? 'AS reading' : 'AS writing'
    const leaving = new AbortController()
    const abandoned = expect(client.exec({ query, abort_signal: leaving.signal })).rejects.toThrow(
      /abort/i,
    )
    await expect.poll(() => running(name)).toBe(1)
    leaving.abort()
    await abandoned
    await expect.poll(() => running(name), { timeout: 5000 }).toBe(0)
  })

  it('runs more queries than it has places for', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        rowsOf<{ i: number }>('SELECT {i:UInt8} AS i, sleep(0.05)', { query_params: { i } }),
      ),
    )
    expect(answers.map(([row]) => row?.i)).toEqual(answers.map((_, i) => i))
  })
})
