import { layoutOf } from '@sluice/clickhouse'
import { expect, it } from 'vitest'
import { eraseSamples } from './eraser.ts'

/** A store that says of its latest values, look by look, which are stale. */
function recorder(stale: readonly (readonly [metric: number, time: string])[][] = []) {
  const steps: string[] = []
  let looks = 0
  const client = {
    command: async ({ query }: { query: string }) => {
      const [step] = /(DELETE FROM|INSERT INTO) \w+/.exec(query) ?? []
      steps.push(step ?? query)
    },
    query: async () => ({ json: async () => ({ data: stale[looks++] ?? [] }) }),
  }
  const erase = () =>
    eraseSamples(
      {
        client: client as never,
        layout: layoutOf(undefined, 'default'),
        writer: {
          drained: async () => void steps.push('drained'),
          takeVersion: async () => 10n,
        },
      },
      { organization: 1, thing: 1, metrics: undefined, from: 0, to: 1, below: 9n },
    )
  return { steps, erase }
}

it('an erasure drains pending writes before it deletes and before it restores latest values', async () => {
  const { steps, erase } = recorder()
  await erase()
  expect(steps).toEqual([
    ...['INSERT INTO touched', 'DELETE FROM samples', 'drained'],
    ...['DELETE FROM latest', 'drained', 'INSERT INTO latest', 'drained'],
    'DELETE FROM rollups',
    'INSERT INTO touched',
  ])
})

it('latest values that another erasure left stale are removed until there are none, but not for ever', async () => {
  const { steps, erase } = recorder([[[1, '5']], [[1, '4']]])
  await erase()
  const refill = ['DELETE FROM latest', 'INSERT INTO latest', 'drained']
  expect(steps.slice(7, -2)).toEqual([...refill, ...refill])
  const endless = recorder(Array.from({ length: 10 }, () => [[1, '5']]))
  await expect(endless.erase()).rejects.toThrow('keep coming back')
})
