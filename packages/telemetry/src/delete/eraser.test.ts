import { layoutOf } from '@sluice/clickhouse'
import { expect, it } from 'vitest'
import { eraseSamples } from './eraser.ts'

it('an erasure drains pending writes before it deletes and before it restores latest values', async () => {
  const steps: string[] = []
  const client = {
    command: async ({ query }: { query: string }) => {
      const [step] = /(DELETE FROM|INSERT INTO) \w+/.exec(query) ?? []
      steps.push(step ?? query)
    },
  }
  await eraseSamples(
    {
      client: client as never,
      layout: layoutOf(undefined, 'default'),
      writer: { drained: async () => void steps.push('drained') },
    },
    { organization: 1, thing: 1, metrics: undefined, from: 0, to: 1 },
  )
  expect(steps).toEqual([
    ...['INSERT INTO touched', 'DELETE FROM samples', 'drained'],
    ...['DELETE FROM latest', 'drained', 'INSERT INTO latest', 'DELETE FROM rollups'],
    'INSERT INTO touched',
  ])
})
