import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, HOUR } from '../rollups/rules.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'

const to = now.getTime() * 1000
let bench: Awaited<ReturnType<typeof openRollupStore>>
beforeAll(async () => {
  bench = await openRollupStore(now)
})
afterAll(() => bench.store.close())
const { query, send } = workbench(() => bench.store)

it('expiry deletes rollups with their samples, and rollups that have no samples left', async () => {
  const thing = station()
  const { organization } = thing.numbers
  await send(
    thing,
    [5, 4, 3].map((days) => {
      return { metric: 'temperature', time: isoOf(to - days * DAY + HOUR), value: days }
    }),
  )
  const sums = async () => {
    const answer = await query(thing, {
      ...{ from: '-6d', to: 'now', interval: '1d', aggregate: 'sum', metrics: 'temperature' },
    })
    return answer.values.temperature
  }
  const series = { organization, things: [thing.numbers.thing], metrics: [1] }
  await bench.rollUp(series, to - 6 * DAY, to - DAY)
  const expire = (before: number) =>
    bench.store.expire({ metrics: [{ organization, metric: 1 }], before })
  await expire(to - 4 * DAY)
  expect(await sums()).toEqual([4, 3])
  const rollups = async () => {
    const sql = 'SELECT count() FROM rollups WHERE organization = {organization:UInt32}'
    return (await bench.store.query(sql, { organization }))[0]
  }
  const before = await rollups()
  await expire(to - 2 * DAY)
  expect(await sums()).toEqual([])
  expect(Number(await rollups())).toBeLessThan(Number(before))
  // These days have no samples left, and must have no rollups.
  await bench.rollUp(series, to - 6 * DAY, to - 2 * DAY)
  await expire(to - 2 * DAY)
  expect(Number(await rollups())).toBeLessThan(Number(before))
})
