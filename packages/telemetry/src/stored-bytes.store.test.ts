import { isoOf } from '@sluice/runtime'
import { expect, test } from 'vitest'
import { storedBytes } from './stored-bytes.ts'
import { openedStore } from './testing/store.ts'
import { now, station, workbench } from './testing/workbench.ts'

const store = openedStore('shared')
const { send } = workbench(store)

const times = (count: number) =>
  Array.from({ length: count }, (_, i) => isoOf((now.getTime() - (i + 1) * 1000) * 1000))

test('a sample takes 16 bytes, and a text its length in UTF-8 in addition', async () => {
  const [numbers, texts, none] = [station(), station(), station()]
  await send(
    numbers,
    times(10).map((time) => ({ metric: 'temperature', time, value: 1.5 })),
  )
  await send(
    texts,
    times(3).map((time, i) => ({ metric: 'state', time, value: ['', 'abc', '🚚æ'][i] as string })),
  )
  const [one, other, nobody] = [numbers, texts, none].map((thing) => thing.numbers.organization)
  await store().readBarrier({ organization: one as number, things: [7] })
  await store().readBarrier({ organization: other as number, things: [7] })
  const asked = [one, other, nobody] as number[]
  expect(await store().storedBytes(asked)).toEqual(
    new Map([
      [one, 160],
      [other, 3 * 16 + 3 + 6],
    ]),
  )
  await store().eraseThings([numbers.numbers])
  expect(await store().storedBytes(asked)).toEqual(new Map([[other, 3 * 16 + 9]]))
})

test('reads many samples in batches, of organizations and of things', async () => {
  const small = station()
  const large = station()
  const things = [0, 1, 7, 1000, 2 ** 31, 2 ** 32 - 1].map((thing) => ({
    ...large,
    numbers: { ...large.numbers, thing },
  }))
  for (const [i, thing] of [small, ...things].entries()) {
    const samples = times(i + 1).map((time) => ({ metric: 'state', time, value: 'x'.repeat(i) }))
    await send(thing, samples)
  }
  const organization = large.numbers.organization
  await store().readBarrier({ organization, things: things.map(({ numbers }) => numbers.thing) })
  await store().readBarrier({ organization: small.numbers.organization, things: [7] })
  let texts = 0
  const queryWhole = (sql: string, params: Record<string, unknown> = {}) => {
    if (sql.includes('length')) texts += 1
    return store().query(sql, params)
  }
  const expected = new Map([
    [small.numbers.organization, 16],
    [organization, [2, 3, 4, 5, 6, 7].reduce((sum, count) => sum + count * (16 + count - 1), 0)],
  ])
  const asked = [small.numbers.organization, organization]
  const statements: number[] = []
  for (const batchSize of [1_000_000, 27, 10, 1]) {
    texts = 0
    expect(await storedBytes({ queryWhole }, asked, batchSize)).toEqual(expected)
    statements.push(texts)
  }
  // By batch size: all at once; one per organization; small groups of things; each thing on its own.
  expect(statements).toEqual([1, 2, 5, 7])
})
