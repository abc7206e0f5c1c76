import { isoOf } from '@sluice/runtime'
import { expect, test } from 'vitest'
import { openedStore } from './testing/store.ts'
import { now, station, workbench } from './testing/workbench.ts'

const store = openedStore('shared')
const { send } = workbench(store)

const times = (count: number) =>
  Array.from({ length: count }, (_, i) => isoOf((now.getTime() - (i + 1) * 1000) * 1000))

test('a sample is stored in 16 bytes, and a text in as many more as it has in UTF-8', async () => {
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
