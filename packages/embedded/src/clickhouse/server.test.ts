import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, runningEngine } from '../../test/running-engine.ts'

let engine: Awaited<ReturnType<typeof runningEngine>>
beforeAll(async () => {
  engine = await runningEngine()
})
afterAll(() => engine?.stop())

describe('the embedded ClickHouse (queries)', () => {
  it('answers a ping, with and without a query', async () => {
    expect(await engine.client.ping()).toMatchObject({ success: true })
    expect(await engine.client.ping({ select: true })).toMatchObject({ success: true })
  })

  it('binds parameters of every kind unchanged', async () => {
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
    const [row] = await engine.rowsOf(query, { query_params: values })
    expect(row).toEqual({
      ...{ text: values.text, empty: '', list: values.list, nested: values.nested },
      ...{ date: '2024-02-29 12:34:56.789', none: null, big: '18446744073709551615', one: 1 },
    })
  })

  it('keeps the parameters of concurrent queries apart', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map((n) =>
        engine.rowsOf<{ n: number }>('SELECT {n:UInt32} AS n', { query_params: { n } }),
      ),
    )
    expect(answers.map(([row]) => row?.n)).toEqual(numbers)
  })

  it('drops parameters and settings after the request', async () => {
    const query = "SELECT toString(getSetting('max_block_size')) AS size"
    const [usual] = await engine.rowsOf<{ size: string }>(query)
    const settings = { clickhouse_settings: { max_block_size: '777' } }
    expect(await engine.rowsOf(query, settings)).toEqual([{ size: '777' }])
    await expect(engine.rowsOf('SELECT x', settings)).rejects.toThrow()
    await engine.client.command({ query: 'SET max_block_size = 778' })
    const after = await Promise.all(Array.from({ length: 12 }, () => engine.rowsOf(query)))
    expect(after).toEqual(after.map(() => [usual]))
    await expect(engine.rowsOf('SELECT {n:UInt32}')).rejects.toMatchObject({ code: '456' })
  })

  it('accepts parameters too long for one packet, in the URL and in a form', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index)
    const query = 'SELECT toUInt32(length({ids:Array(UInt32)})) AS n'
    expect(await engine.rowsOf(query, { query_params: { ids } })).toEqual([{ n: 20_000 }])
    const form = engine.newClient({ use_multipart_params: true } as object)
    const result = await form.query({ query, query_params: { ids }, format: 'JSONEachRow' })
    expect(await result.json()).toEqual([{ n: 20_000 }])
    await form.close()
  })

  it('runs a query in the requested database', async () => {
    await engine.client.command({ query: 'CREATE DATABASE `o\\`dd`' })
    const other = engine.newClient({ database: 'o`dd' })
    const result = await other.query({
      query: 'SELECT currentDatabase() AS d',
      format: 'JSONEachRow',
    })
    expect(await result.json()).toEqual([{ d: 'o`dd' }])
    await other.close()
    expect(await engine.rowsOf('SELECT currentDatabase() AS d')).toEqual([{ d: 'default' }])
  })

  it('returns the query id, the format and a summary', async () => {
    const response = await engine.post({ query: 'SELECT 1 FORMAT JSON', query_id: 'my-id' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-clickhouse-query-id')).toBe('my-id')
    expect(response.headers.get('x-clickhouse-format')).toBe('JSON')
    expect(response.headers.get('x-clickhouse-timezone')).toBe('UTC')
    expect(JSON.parse(response.headers.get('x-clickhouse-summary') ?? '')).toMatchObject({
      result_rows: '1',
    })
    expect(await response.json()).toMatchObject({ data: [{ 1: 1 }] })
  })

  it('appends the body to the query in the URL', async () => {
    const response = await engine.post({ query: 'SELECT 1 +' }, { body: '2' })
    expect(await response.text()).toBe('3\n')
  })

  it('allows only reads by GET', async () => {
    const get = (query: string) => engine.post({ query }, { method: 'GET' })
    expect(await (await get('SELECT 1')).text()).toBe('1\n')
    const refused = await get('CREATE TABLE no (a UInt8) ENGINE = Memory')
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('164')
  })

  it.each([undefined, 'gzip', 'deflate', 'zstd'])(
    'compresses the response with %s',
    async (encoding) => {
      const query = 'SELECT number FROM numbers(10000) FORMAT TSV'
      const search = { query, ...(encoding ? { enable_http_compression: '1' } : {}) }
      // fetch decompresses the body but keeps the header.
      const response = await engine.post(search, {
        headers: { 'Accept-Encoding': encoding ?? 'gzip' },
      })
      expect(response.headers.get('content-encoding')).toBe(encoding ?? null)
      const text = await response.text()
      if (encoding !== 'zstd') expect(text.split('\n')).toHaveLength(10_001)
    },
  )

  it('streams a large result to the client', async () => {
    const result = await engine.client.query({
      query: 'SELECT number FROM numbers(300000)',
      format: 'JSONCompactEachRow',
    })
    let rows = 0
    for await (const chunk of result.stream()) rows += chunk.length
    expect(rows).toBe(300_000)
  })
})

describe('the embedded ClickHouse (errors)', () => {
  it.each([
    ['selec 1', '62', 400],
    ['SELECT 1 FROM nope', '60', 404],
    ['SELECT 1 FROM nope.nope', '81', 404],
    ['SELECT throwIf(1)', '395', 500],
    ['SELECT 1; SELECT 2', '62', 400],
  ])('answers %s with error %s', async (query, code, status) => {
    await expect(engine.rowsOf(query)).rejects.toMatchObject({ code })
    const response = await engine.post({ query })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-clickhouse-exception-code')).toBe(code)
    expect(await response.text()).toMatch(/^Code: \d+\. DB::Exception: .*\([A-Z_]+\) \(version/s)
  })

  it('rejects unknown settings and unsupported ones', async () => {
    const unknown = { clickhouse_settings: { no_such_setting: 1 } }
    await expect(engine.rowsOf('SELECT 1', unknown)).rejects.toMatchObject({ code: '115' })
    await expect(engine.rowsOf('SELECT 1', { session_id: 'a' })).rejects.toMatchObject({
      code: '48',
    })
    expect((await engine.post({ query: 'SELECT 1', "x' = 1; --": '1' })).status).toBe(404)
  })

  it('stops a query at its time limit', async () => {
    const query = 'SELECT sum(sipHash64(number)) FROM numbers(100000000000)'
    const limit = { clickhouse_settings: { max_execution_time: 0.2 } }
    await expect(engine.rowsOf(query, limit)).rejects.toMatchObject({ code: '159' })
  })

  it.each([
    ['wrong password', { 'X-ClickHouse-Key': 'wrong' }, 403, '516'],
    ['wrong user', { 'X-ClickHouse-User': 'root', 'X-ClickHouse-Key': password }, 403, '516'],
    ['no password', {}, 401, '194'],
  ])('rejects a %s', async (_, headers, status, code) => {
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

  it('rejects the official client with a wrong password', async () => {
    const stranger = engine.newClient({ url: `http://default:wrong@127.0.0.1:${engine.port}` })
    await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' })
    await stranger.close()
  })
})

describe('the embedded ClickHouse (concurrency)', () => {
  beforeAll(() => engine.createTable('sums'))

  const running = async (name: string) => {
    const found = await engine.rowsOf(
      `SELECT 1 FROM system.processes WHERE query LIKE '%${name}%' AND query NOT LIKE '%processes%'`,
    )
    return found.length
  }

  it.each([
    'SELECT sum(sipHash64(number)) AS reading FROM numbers(100000000000000)',
    'INSERT INTO sums SELECT sum(sipHash64(number)) AS writing, 0 FROM numbers(100000000000000)',
  ])('cancels %s when its client disconnects', async (query) => {
    const name = query.startsWith('SELECT') ? 'AS reading' : 'AS writing'
    const leaving = new AbortController()
    const abandoned = expect(
      engine.client.exec({ query, abort_signal: leaving.signal }),
    ).rejects.toThrow(/abort/i)
    await expect.poll(() => running(name)).toBe(1)
    leaving.abort()
    await abandoned
    await expect.poll(() => running(name)).toBe(0)
  })

  it('answers more concurrent queries than it has connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        engine.rowsOf<{ i: number }>('SELECT {i:UInt8} AS i, sleep(0.05)', { query_params: { i } }),
      ),
    )
    expect(answers.map(([row]) => row?.i)).toEqual(answers.map((_, i) => i))
  })

  it('inserts rows and answers another organization while two have slow queries', async () => {
    const slow = 'SELECT sum(sipHash64(number)) AS reading FROM numbers(100000000000000)'
    const leaving = new AbortController()
    const reads = [1, 1, 1, 2, 2].map((organization) =>
      engine.client.exec({
        ...{ query: slow, query_params: { organization }, abort_signal: leaving.signal },
      }),
    )
    const settled = Promise.allSettled(reads)
    await expect.poll(() => running('AS reading')).toBe(3)
    await engine.client.insert({ table: 'sums', values: [[1, 2]], format: 'JSONCompactEachRow' })
    expect(await engine.rowsOf('SELECT 1 AS one', { query_params: { organization: 3 } })).toEqual([
      { one: 1 },
    ])
    leaving.abort()
    await settled
    await expect.poll(() => running('AS reading')).toBe(0)
  })
})
