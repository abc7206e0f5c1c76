import { connect } from '@sluice/clickhouse'
import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { rollUp } from '../rollups/roll-up.ts'
import { DAY, dayOf, HOUR } from '../rollups/rules.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'

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
  const expire = (before: number) => bench.store.expire([{ organization, metric: 1, before }])
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

it('marks of expired days expire as well, unless they are newer than what has expired', async () => {
  const { organization } = station().numbers
  const [old, kept] = [dayOf(to - 5 * DAY), dayOf(to - 3 * DAY)]
  const marks = [
    { thing: 1, metric: 1, day: old, at: to - 4.5 * DAY },
    { thing: 2, metric: 1, day: old, at: to - 3 * DAY },
    { thing: 1, metric: 2, day: old, at: to - 4.5 * DAY },
    { thing: 1, metric: 1, day: kept, at: to - 4.5 * DAY },
  ]
  const rows = marks.map(({ thing, metric, day, at }) => {
    return `(${organization}, ${thing}, ${metric}, ${day}, fromUnixTimestamp64Milli(${at / 1000}))`
  })
  const client = connect({ url: inject('clickhouseUrl') })
  await client.command({
    query: `INSERT INTO touched (organization, thing, metric, day, at) VALUES ${rows.join(', ')}`,
  })
  await client.close()
  await bench.store.expire([{ organization, metric: 1, before: to - 4 * DAY }])
  const sql = `SELECT thing, metric, day FROM touched WHERE organization = {organization:UInt32} ORDER BY ALL`
  expect(await bench.store.query(sql, { organization })).toEqual([
    [1, 1, kept],
    [1, 2, old],
    [2, 1, old],
  ])
})

it('one call expires each metric at its own time, even before 1970, and no others', async () => {
  const [one, other] = [station(), station()]
  const ages = [5, 4, 3, 30_000]
  for (const thing of [one, other]) {
    for (const metric of ['temperature', 'steps']) {
      const samples = ages.map((days) => ({ metric, time: isoOf(to - days * DAY), value: days }))
      await send(thing, samples)
    }
  }
  const left = async (thing: typeof one, metrics: string) => {
    const { values } = await query(thing, { from: isoOf(to - 40_000 * DAY), to: 'now', metrics })
    return values[metrics] ?? []
  }
  const numbers = ({ numbers: { organization } }: typeof one, metric: number, days: number) => {
    return { organization, metric, before: to - days * DAY }
  }
  await bench.store.expire([numbers(one, 1, 4), numbers(one, 4, 3), numbers(other, 4, 10_000)])
  expect(await left(one, 'temperature')).toEqual([4, 3])
  expect(await left(one, 'steps')).toEqual([3])
  expect(await left(other, 'temperature')).toEqual([30_000, 5, 4, 3])
  expect(await left(other, 'steps')).toEqual([5, 4, 3])
})

it('one call expires five hundred metrics, whatever their numbers', async () => {
  const expiry = Array.from({ length: 500 }, (_, i) => {
    return { organization: 2 ** 32 - 1 - i, metric: 2 ** 31 - 1 - i, before: to - i * DAY }
  })
  await expect(bench.store.expire(expiry)).resolves.toBeUndefined()
})

it.each([
  ['all', 0],
  ['the oldest', DAY],
])(
  'a rollup does not include samples that expire while it is being computed: %s',
  async (_, kept) => {
    const thing = station()
    const { organization, thing: number } = thing.numbers
    const end = dayOf(to) * DAY - 10 * DAY
    const from = end - 3 * DAY
    const samples = new SampleBuffer(3 * 24)
    for (let time = from; time < end; time += HOUR) samples.push(1, time, 1)
    await bench.store.write(thing.numbers, samples)
    await bench.store.readBarrier({ organization })
    const client = connect({ url: inject('clickhouseUrl') })
    const scratch = `rollups_of_${organization}`
    await client.command({ query: `CREATE TABLE ${scratch} AS rollups ENGINE = Memory` })
    // The marks of these late samples expire with them.
    await client.command({
      query: `ALTER TABLE touched UPDATE at = fromUnixTimestamp64Milli(0) WHERE organization = ${organization}`,
      clickhouse_settings: { mutations_sync: '1' },
    })
    const before = end - kept
    /** Its statement reads before the expiry, and writes afterwards. */
    const slow = {
      query: bench.store.query,
      async command(sql: string, query_params: Record<string, unknown>) {
        const query = sql.replace('INSERT INTO rollups', `INSERT INTO ${scratch}`)
        await client.command({ query, query_params })
        if (query === sql) return
        await bench.store.expire([{ organization, metric: 1, before }])
        await client.command({ query: `INSERT INTO rollups SELECT * FROM ${scratch}` })
      },
    }
    const series = { organization, things: [number], metrics: [1] }
    await rollUp(slow, { ...series, from: dayOf(from), to: dayOf(end) }, end)
    await client.command({ query: `DROP TABLE ${scratch}` })
    await client.close()
    const counted = await query(thing, {
      ...{ from: isoOf(from), to: isoOf(end), metrics: 'temperature:count', interval: '1d' },
    })
    const counts = counted.values['temperature:count'] ?? []
    expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(kept / HOUR)
  },
)
