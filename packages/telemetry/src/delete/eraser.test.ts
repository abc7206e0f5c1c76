import { ClickHouseError } from '@clickhouse/client'
import { layoutOf } from '@sluice/clickhouse'
import { expect, it } from 'vitest'
import { eraseSamples } from './eraser.ts'

type Stale = readonly [metric: number, time: string]

interface Answers {
  /** Metrics that lack their latest value, at every query. */
  readonly lacking?: readonly number[]
  /** Stale latest values, query by query. */
  readonly stale?: readonly (readonly Stale[])[]
  /** How many DELETE statements have no effect. */
  readonly lost?: number
  /** The longest range whose days a statement can mark. */
  readonly longest?: number
}

interface Asked {
  readonly query: string
  readonly query_params: Readonly<Record<string, unknown>>
  readonly clickhouse_settings?: Readonly<Record<string, unknown>>
}

/** A store that records its statements. */
function recorder({
  lacking = [],
  stale = [],
  lost = 0,
  longest = Number.POSITIVE_INFINITY,
}: Answers = {}) {
  const steps: string[] = []
  const marked: [from: number, to: number][] = []
  const refilled: unknown[] = []
  const deduplicated: unknown[] = []
  let looks = 0
  let left = lost
  const client = {
    async command({ query, query_params, clickhouse_settings }: Asked) {
      const [step = query] = /(DELETE FROM|INSERT INTO) \w+/.exec(query) ?? []
      steps.push(step)
      if (step.startsWith('INSERT')) deduplicated.push(clickhouse_settings?.insert_deduplicate)
      if (step === 'INSERT INTO latest') refilled.push(query_params.metrics)
      if (!query.includes('FROM samples WHERE') || step !== 'INSERT INTO touched') return
      const [from, to] = [Number(query_params.from), Number(query_params.to)]
      if (to - from > longest) {
        throw new ClickHouseError({
          message: 'Timeout exceeded',
          code: '159',
          type: 'TIMEOUT_EXCEEDED',
        })
      }
      marked.push([from, to])
    },
    query: async ({ query }: Asked) => ({
      async json() {
        if (query.startsWith('SELECT 1 FROM')) return { data: left-- > 0 ? [[1]] : [] }
        if (query.includes('FROM touched')) return { data: lacking.map((metric) => [metric]) }
        steps.push('look')
        return { data: stale[looks++] ?? [] }
      },
    }),
  }
  const erase = (to = 1) =>
    eraseSamples(
      {
        client: client as never,
        layout: layoutOf(undefined, 'default'),
        writer: {
          drained: async () => void steps.push('drained'),
          takeVersion: async () => 10n,
        },
      },
      { organization: 1, thing: 1, metrics: undefined, from: 0, to, below: 9n },
    )
  return { steps, marked, refilled, deduplicated, erase }
}

const deleted = ['INSERT INTO touched', 'DELETE FROM samples', 'drained']
const end = ['DELETE FROM rollups', 'INSERT INTO touched']
const refill = 'INSERT INTO latest'

it('an erasure drains pending writes before it deletes and before it restores latest values', async () => {
  const { steps, erase } = recorder({ lacking: [1] })
  await erase()
  expect(steps).toEqual([
    ...[...deleted, refill, 'DELETE FROM latest', 'drained'],
    ...[refill, 'drained', 'look', ...end],
  ])
})

it('deletes again what ClickHouse has kept, but not for ever', async () => {
  const { steps, erase } = recorder({ lost: 4 })
  await erase()
  expect(steps.filter((step) => step === 'DELETE FROM samples')).toHaveLength(5)
  const hopeless = recorder({ lost: 5 })
  await expect(hopeless.erase()).rejects.toThrow('kept rows of samples')
  expect(hopeless.steps).not.toContain('DELETE FROM latest')
})

it('leaves latest values alone that were not erased', async () => {
  const { steps, erase } = recorder()
  await erase()
  expect(steps).toEqual([...deleted, 'DELETE FROM latest', 'drained', ...end])
})

it('a refill that equals an earlier one is no repetition: its rows have been removed in between', async () => {
  const { deduplicated, erase } = recorder({ lacking: [1] })
  await erase()
  expect(deduplicated).toEqual([0, 0, 0, 0])
})

it('restores latest values of many metrics in several statements', async () => {
  const lacking = Array.from({ length: 250 }, (_, metric) => metric)
  const { refilled, erase } = recorder({ lacking })
  await erase()
  const batches = [lacking.slice(0, 100), lacking.slice(100, 200), lacking.slice(200)]
  expect(refilled).toEqual([...batches, ...batches])
})

it('removes latest values that another erasure left stale, but not for ever', async () => {
  const { steps, erase } = recorder({ lacking: [1], stale: [[[1, '5']], [[1, '4']]] })
  await erase()
  const again = ['DELETE FROM latest', refill, 'drained', 'look']
  expect(steps.slice(9, -2)).toEqual([...again, ...again])
  const stale = Array.from({ length: 10 }, () => [[1, '5'] as const])
  await expect(recorder({ lacking: [1], stale }).erase()).rejects.toThrow('keep coming back')
})

it('marks days piece by piece if they have more samples than one statement reads', async () => {
  const { marked, erase } = recorder({ longest: 250 })
  await erase(1000)
  expect(marked).toEqual([0, 250, 500, 750].map((from) => [from, from + 250]))
  await expect(recorder({ longest: 0 }).erase()).rejects.toThrow('Timeout exceeded')
})
