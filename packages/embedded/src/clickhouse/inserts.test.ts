import { Readable } from 'node:stream'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nativeBlock, rowBinary } from '../../test/row-binary.ts'
import { runningEngine } from '../../test/running-engine.ts'

let engine: Awaited<ReturnType<typeof runningEngine>>
beforeAll(async () => {
  engine = await runningEngine()
})
afterAll(() => engine?.stop())

describe('the embedded ClickHouse (inserts)', () => {
  beforeAll(async () => {
    await engine.createTable('formats')
  })

  it.each([
    ['RowBinary', rowBinary(0, 500)],
    ['Native', nativeBlock(0, 500)],
    ['CSV', Buffer.from('1,2\n3,4\n')],
    ['Values', Buffer.from('(1, 2), (1 + 2, 4)')],
  ])('accepts %s as the request body', async (format, body) => {
    const before = await engine.countOf('formats')
    const { summary, stream } = await engine.client.exec({
      query: `INSERT INTO formats (id, value) FORMAT ${format}`,
      values: Readable.from([body], { objectMode: false }),
    })
    stream.resume()
    const rows = (await engine.countOf('formats')) - before
    expect(rows).toBeGreaterThan(1)
    expect(summary?.written_rows).toBe(String(rows))
  })

  it('accepts rows as objects and as a stream', async () => {
    await engine.createTable('objects')
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, value: id / 2 }))
    const values = { table: 'objects', format: 'JSONEachRow' as const }
    const { summary } = await engine.client.insert({ ...values, values: rows })
    expect(summary?.written_rows).toBe('100')
    await engine.client.insert({ ...values, values: Readable.from(rows) })
    expect(await engine.countOf('objects')).toBe(200)
  })

  it.each(['ArrowStream', 'Parquet', 'Native', 'RowBinaryWithNamesAndTypes', 'ORC'])(
    'reads back its own output in %s',
    async (format) => {
      const source = await engine.post({
        query: `SELECT number AS id, number / 4 AS value FROM numbers(1000) FORMAT ${format}`,
      })
      const body = Buffer.from(await source.arrayBuffer())
      await engine.createTable(`back_${format}`)
      await engine.post({ query: `INSERT INTO back_${format} FORMAT ${format}` }, { body })
      const sums = 'SELECT toUInt32(count()) AS n, sum(id) AS ids, sum(value) AS v FROM '
      expect(await engine.rowsOf(`${sums} back_${format}`)).toEqual([
        { n: 1000, ids: 499500, v: 124875 },
      ])
    },
  )

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])(
    'accepts a body compressed with %s and rejects a truncated one',
    async (encoding, compress) => {
      await engine.createTable(`in_${encoding}`)
      const query = `INSERT INTO in_${encoding} FORMAT RowBinary`
      const body = compress(rowBinary(0, 20_000))
      const headers = { 'Content-Encoding': encoding }
      const cut = await engine.post({ query }, { headers, body: body.subarray(0, body.length - 9) })
      expect(cut.headers.get('x-clickhouse-exception-code')).toBe('271')
      expect(await engine.countOf(`in_${encoding}`)).toBe(0)
      expect((await engine.post({ query }, { headers, body })).status).toBe(200)
      expect(await engine.countOf(`in_${encoding}`)).toBe(20_000)
    },
  )

  it('accepts compressed requests of the official client', async () => {
    await engine.createTable('from_client')
    const packing = engine.newClient({ compression: { request: true, response: true } })
    await packing.insert({
      table: 'from_client',
      values: [{ id: 1, value: 2 }],
      format: 'JSONEachRow',
    })
    await packing.close()
    expect(await engine.countOf('from_client')).toBe(1)
  })

  it('accepts rows inside the query', async () => {
    await engine.createTable('inline')
    await engine.client.command({ query: 'INSERT INTO inline VALUES (1, 2), (3, 4)' })
    await engine.client.command({
      query: 'INSERT INTO inline FORMAT JSONEachRow {"id": 5, "value": 6}',
    })
    await engine.client.command({ query: 'INSERT INTO inline SELECT number, 0 FROM numbers(7)' })
    const binary = Buffer.concat([
      Buffer.from('INSERT INTO inline FORMAT RowBinary\n'),
      rowBinary(9, 2),
    ])
    expect((await engine.post({}, { body: binary })).status).toBe(200)
    expect(await engine.countOf('inline')).toBe(12)
  })

  it('applies settings of the statement and of the URL', async () => {
    await engine.createTable('skipping')
    const row = '{"id": 1, "value": 2, "other": 3}'
    const ok = 'input_format_skip_unknown_fields'
    const refused = await engine.post(
      { query: `INSERT INTO skipping SETTINGS ${ok} = 0 FORMAT JSONEachRow` },
      { body: row },
    )
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('117')
    const inStatement = `INSERT INTO skipping SETTINGS ${ok} = 1 FORMAT JSONEachRow`
    expect((await engine.post({ query: inStatement }, { body: row })).status).toBe(200)
    const inUrl = { query: 'INSERT INTO skipping FORMAT JSONEachRow', [ok]: '1' }
    expect((await engine.post(inUrl, { body: row })).status).toBe(200)
    expect(await engine.countOf('skipping')).toBe(2)
  })

  it('deduplicates inserts by token when the table has a deduplication window', async () => {
    await engine.createTable('recorded')
    await engine.client.command({
      query: 'ALTER TABLE recorded MODIFY SETTING non_replicated_deduplication_window = 10',
    })
    const settings = ['', 'SETTINGS input_format_skip_unknown_fields = 1']
    for (const [id, token] of ["it's", 'b', "it's"].entries()) {
      const query = `INSERT INTO recorded ${settings[id % 2]} FORMAT CSV`
      const sent = engine.post({ query, insert_deduplication_token: token }, { body: `${id},0` })
      expect((await sent).status).toBe(200)
    }
    expect(await engine.countOf('recorded')).toBe(2)
  })

  it.each(['JSONEachRow', 'RowBinary', 'ArrowStream'])(
    'rejects an empty %s body',
    async (format) => {
      const response = await engine.post({ query: `INSERT INTO formats FORMAT ${format}` })
      expect(response.status).toBe(400)
      expect(response.headers.get('x-clickhouse-exception-code')).toBe('108')
    },
  )

  it('stores nothing of a body with a bad row and names the row', async () => {
    await engine.createTable('bad')
    const values = [{ id: 1, value: 1 }, { id: 'x' }]
    const insert = engine.client.insert({ table: 'bad', values, format: 'JSONEachRow' })
    await expect(insert).rejects.toMatchObject({ message: expect.stringContaining('at row 2') })
    expect(await engine.countOf('bad')).toBe(0)
  })

  it('rejects a body that is too long, and answers on the same connection', async () => {
    const query = 'INSERT INTO formats FORMAT RowBinary'
    const response = await engine.post({ query }, { body: Buffer.alloc((8 << 20) + 16) })
    expect(response.status).toBe(413)
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('307')
    const bomb = gzipSync(Buffer.alloc(64 << 20))
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await engine.post({ query }, { headers, body: bomb })).status).toBe(413)
  })

  it('stores nothing when the client disconnects in the middle of its body', async () => {
    await engine.createTable('broken_off')
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
    await expect(engine.post(search, init as object)).rejects.toThrow(/abort/i)
    expect(await engine.countOf('broken_off')).toBe(0)
  })
})
