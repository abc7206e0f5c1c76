import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { decode, rowsOf } from '@sluice/clickhouse/testing'
import { describe, expect, test } from 'vitest'
import { noFigures } from '../limits/index.ts'
import { openRequestLog, type RequestLogOptions } from './log.ts'
import type { LogCounts } from './request-log.ts'
import { loggedRequest } from './testing/logged-request.ts'

/** A store that accepts batches, or fails while `down`. */
function fakeStore() {
  const store = {
    down: false,
    tokens: [] as unknown[],
    taken: [] as Record<string, unknown>[],
    async exec(request: { values: AsyncIterable<Buffer>; clickhouse_settings: object }) {
      store.tokens.push(Reflect.get(request.clickhouse_settings, 'insert_deduplication_token'))
      if (store.down) throw new Error('the store is down')
      for await (const block of request.values) store.taken.push(...rowsOf(decode(block)))
      return { stream: Readable.from([]) }
    },
    async close() {},
  }
  return store
}

function openLog(store: ReturnType<typeof fakeStore>, options: Partial<RequestLogOptions> = {}) {
  const client = store as unknown as ClickHouseClient
  return openRequestLog({ client, intervalMs: 3_600_000, ...options })
}

function answered(key = 'f3kQ9xZb7LmA') {
  const begun = loggedRequest(new Date(0))
  begun.caller = { id: key, organization: { id: 'acme', number: 7, limits: noFigures } }
  return begun
}

const limited = { code: 'rate-limited', status: 429 } as const

describe('the request log', () => {
  test('writes recorded rows when flushed and when closed', async () => {
    const store = fakeStore()
    const log = openLog(store)
    log.record(answered(), undefined)
    await log.flush()
    expect(store.taken).toHaveLength(1)
    log.record(answered(), undefined)
    await log.close()
    expect(store.taken).toHaveLength(2)
    expect(log.counts()).toEqual({ written: 2, waiting: 0, dropped: 0, failing: false })
  })

  test('ignores requests without a known key', async () => {
    const store = fakeStore()
    const log = openLog(store)
    log.record(loggedRequest(new Date(0)), undefined)
    await log.flush()
    expect(store.tokens).toEqual([])
  })

  test('writes a full batch without a flush', async () => {
    const store = fakeStore()
    const log = openLog(store, { batchRows: 2 })
    log.record(answered(), undefined)
    log.record(answered(), undefined)
    await log.flush()
    expect(store.taken).toHaveLength(2)
  })

  test('leaves rows recorded during a write to the next flush', async () => {
    const store = fakeStore()
    const log = openLog(store)
    const { exec } = store
    store.exec = async (request) => {
      log.record(answered(), undefined)
      return exec(request)
    }
    log.record(answered(), undefined)
    await log.flush()
    expect(log.counts()).toMatchObject({ written: 1, waiting: 1 })
    await Promise.all([log.flush(), log.flush()])
    expect(log.counts()).toMatchObject({ written: 3, waiting: 1 })
  })

  test('retries a batch under the same token and reports an outage and its end once', async () => {
    const store = fakeStore()
    const reported: LogCounts[] = []
    const log = openLog(store, { onChange: (counts) => reported.push(counts) })
    store.down = true
    log.record(answered(), undefined)
    await log.flush()
    await log.flush()
    store.down = false
    await log.flush()
    await log.flush()
    expect(new Set(store.tokens).size).toBe(1)
    expect(store.taken).toHaveLength(1)
    expect(reported.map(({ failing, written }) => [failing, written])).toEqual([
      [true, 0],
      [false, 1],
    ])
  })

  test('is bounded while the store is down', async () => {
    const store = fakeStore()
    const log = openLog(store, { batchRows: 10, capacity: 3 })
    store.down = true
    for (let i = 0; i < 1000; i++) log.record(answered(), undefined)
    await log.flush()
    const { waiting, dropped } = log.counts()
    expect(waiting).toBeLessThanOrEqual(30)
    expect(waiting + dropped).toBe(1000)
    store.down = false
    await log.close()
    expect(store.taken).toHaveLength(waiting)
  })

  test('combines rate-limited calls into one row per key', async () => {
    const store = fakeStore()
    const log = openLog(store)
    for (let i = 0; i < 5; i++) log.record(answered('aaaaaaaaaaaa'), limited)
    log.record(answered('bbbbbbbbbbbb'), limited)
    for (let i = 0; i < 2; i++) log.record(answered('aaaaaaaaaaaa'), undefined)
    await log.flush()
    expect(store.taken.map(({ key, calls }) => [key, calls])).toEqual([
      ['aaaaaaaaaaaa', 5],
      ['bbbbbbbbbbbb', 1],
      ['aaaaaaaaaaaa', 1],
      ['aaaaaaaaaaaa', 1],
    ])
  })
})
