import type { ClickHouseClient } from '@clickhouse/client'
import { connect } from '@sluice/clickhouse'
import { afterEach, expect, it, vi } from 'vitest'
import { rollupRules } from '../rollups/rules.ts'
import { writeOf } from '../testing/blocks.ts'
import { hungEngine } from '../testing/hung-engine.ts'
import { openWriter } from './writer.ts'

/** A writer whose inserts into one table fail, and the steps it took. */
function writerWithout(table: string) {
  const steps: string[] = []
  const client = {
    async exec({ query }: { query: string }) {
      const [, into = ''] = /INSERT INTO (\w+)/.exec(query) ?? []
      if (into === table) throw new Error('timeout')
      steps.push(into)
      return { stream: { toArray: async () => [] } }
    },
  } as unknown as ClickHouseClient
  const writer = openWriter({
    ...{ client, clock: () => new Date(0), rules: rollupRules, rolledUpBefore: async () => 0 },
    memory: {
      kept: (writes) => void steps.push(`told of ${writes.length}`),
      noteIndeterminate: () => void steps.push('noteIndeterminate'),
    },
  })
  return { writer, steps }
}

afterEach(() => vi.useRealTimers())

const write = () => writeOf(7, 1n, (samples) => samples.push(1, 0, 1))

it('the caches are notified of a write after its inserts and before its answer', async () => {
  const { writer, steps } = writerWithout('none')
  await writer.write(write()).then(() => steps.push('answered'))
  expect(steps).toEqual(['samples', 'latest', 'told of 1', 'answered'])
})

it.each(['samples', 'latest'])(
  'the caches are notified of an indeterminate insert into %s',
  async (table) => {
    const { writer, steps } = writerWithout(table)
    await writer.write(write()).catch(() => steps.push('refused'))
    expect(steps.slice(1)).toEqual(['noteIndeterminate', 'refused'])
  },
)

it('callers are rejected after ten seconds when ClickHouse hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const engine = await hungEngine()
  const client = connect({ url: engine.url })
  const writer = openWriter({
    client,
    clock: () => new Date(),
    rules: rollupRules,
    rolledUpBefore: async () => 0,
    memory: undefined,
  })
  const first = [writer.write(write()), writer.write(write())]
  await new Promise((resolve) => setImmediate(resolve))
  const refused = [...first, writer.write(write()), writer.drained()].map((promise) =>
    expect(promise).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 }),
  )
  vi.advanceTimersByTime(10_000)
  await Promise.all(refused)
  await engine.kill()
  await writer.close()
  await client.close()
})
