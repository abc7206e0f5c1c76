import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { encodeBlock } from '@sluice/clickhouse'
import { afterEach, expect, test, vi } from 'vitest'
import { openStatements } from './statements.ts'

afterEach(() => void vi.restoreAllMocks())

/** Every slice of long work ends after one step. */
function slowClock() {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10
    return now
  })
}

test('an answer keeps its turn until it is decoded', async () => {
  slowClock()
  const stream = Readable.from(Array.from({ length: 10 }, () => encodeBlock(0, [])))
  const client = { exec: async () => ({ stream }) } as unknown as ClickHouseClient
  const { queryBlocks, queries } = openStatements(client, {})
  const answer = queryBlocks('SELECT 1', { organization: 1 })
  await finished(stream)
  await setImmediate()
  expect(queries().held).toBe(1)
  await answer
  expect(queries().held).toBe(0)
})
