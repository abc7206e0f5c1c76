import { connect, layoutOf } from '@sluice/clickhouse'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { SampleStore } from '../store.ts'
import { sampleAt } from '../testing/blocks.ts'
import { newOrganization } from '../testing/rounds.ts'
import { openTestStore } from '../testing/store.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { eraseSamples } from './eraser.ts'

let store: SampleStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const columns = ['organization', 'thing', 'metric', 'time', 'number', 'text', 'rank']

/** The SELECT of an INSERT. */
const selectOf = (query: string) => /^\s*INSERT INTO \w+ \(.*\)\s*\n([\s\S]*)/.exec(query)?.[1]

/** A connection whose nth refill of `latest` reads, waits for `meanwhile`, and then writes what it has read. */
function slowToRefill(nth: number, meanwhile: () => Promise<unknown>) {
  const client = connect({ url: inject('clickhouseUrl') })
  let refills = 0
  const slow: Pick<typeof client, 'command' | 'query'> = {
    query: client.query.bind(client),
    async command(asked) {
      if (!asked.query.includes('INSERT INTO latest')) return client.command(asked)
      refills += 1
      if (refills !== nth) return client.command(asked)
      const query = selectOf(asked.query) ?? ''
      const { query_params = {} } = asked
      const found = await client.query({ query, query_params, format: 'JSONCompactStrings' })
      const { data } = await found.json<string[]>()
      await meanwhile()
      await client.insert({
        ...{ table: 'latest', columns: columns as [string, ...string[]], values: data },
        format: 'JSONCompactEachRow',
      })
      return client.command({ query: 'SELECT 1' })
    },
  }
  return { client: slow as typeof client, close: () => client.close() }
}

/** A connection that counts the rows read by its statements, except for deletions. */
function countingReads() {
  const client = connect({ url: inject('clickhouseUrl') })
  const counts = { most: 0 }
  type Asked = Pick<Parameters<typeof client.query>[0], 'query' | 'query_params'>
  async function count({ query, query_params = {} }: Asked) {
    const found = await client.query({ query, query_params, format: 'JSON' })
    const { statistics } = await found.json()
    counts.most = Math.max(counts.most, Number(statistics?.rows_read))
  }
  const counting: Pick<typeof client, 'command' | 'query'> = {
    async query(asked) {
      await count(asked)
      return client.query(asked) as never
    },
    async command(asked) {
      const query = selectOf(asked.query)
      if (query) await count({ ...asked, query })
      return client.command(asked)
    },
  }
  return { client: counting as typeof client, counts, close: () => client.close() }
}

/** Epoch microseconds. An erasure touches all parts of its years, so no other test uses this one. */
const YEAR = 504_921_600e6

it("a short erasure reads little of the thing's other data, and restores the latest samples before it", async () => {
  const ofThing = { organization: newOrganization(), thing: 7 }
  const [metrics, seconds] = [3, 500_000]
  const { client, counts, close } = countingReads()
  await client.command({
    query: `INSERT INTO samples SELECT {organization:UInt32}, {thing:UInt32}, 1 + number % ${metrics},
        fromUnixTimestamp64Micro(toInt64(${YEAR} + intDiv(number, ${metrics}) * 1000000), 'UTC'), number, '', 1
      FROM numbers(${metrics * seconds})`,
    query_params: ofThing,
  })
  const last = YEAR + (seconds - 1) * 1e6
  const samples = new SampleBuffer(2)
  // One metric continues after the range, and an erased one is written again.
  samples.push(1, last + 5e6, -1)
  samples.push(2, last, -2)
  await store.write(ofThing, samples)
  const below = await store.takeVersion(ofThing)
  await store.write(ofThing, sampleAt(last - 4e6, -3, 3))
  await store.readBarrier(ofThing)
  await eraseSamples(
    {
      ...{ client, layout: layoutOf(undefined, 'default') },
      writer: { drained: () => store.readBarrier(ofThing), takeVersion: store.takeVersion },
    },
    { ...ofThing, metrics: undefined, from: last - 9e6, to: last + 1, below },
  )
  await close()
  // Some blocks per metric.
  expect(counts.most).toBeGreaterThan(10_000)
  expect(counts.most).toBeLessThan((metrics * seconds) / 4)
  const latest = (await store.latest(ofThing.organization, [7])).get(7)
  const values = Array.from(latest ?? [], ([metric, { time, number }]) => [metric, time, number])
  expect(values.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
    [1, last + 5e6, -1],
    [2, last - 10e6, (seconds - 11) * metrics + 1],
    [3, last - 4e6, -3],
  ])
})

it('an erasure removes exactly its range, however many years that touches', async () => {
  const client = connect({ url: inject('clickhouseUrl') })
  // Around each New Year.
  const times = [1967, 1969, 1970, 1971, 1972, 1974].flatMap((year) => {
    const start = Date.UTC(year, 0) * 1000
    return [start - 1, start, start + 1]
  })
  const timesLeft = async (organization: number) => {
    const query = `SELECT toUnixTimestamp64Micro(time) AS t FROM samples WHERE organization = ${organization} ORDER BY t`
    const { data } = await (await client.query({ query, format: 'JSON' })).json<{ t: string }>()
    return data.map(({ t }) => Number(t))
  }
  await Promise.all(
    [
      [1, 2],
      [0, 4],
      [4, 7],
      [5, 11],
      [7, 13],
      [2, 15],
      [0, 18],
    ].map(async ([first = 0, end = 0]) => {
      const ofThing = { organization: newOrganization(), thing: 7 }
      const samples = new SampleBuffer(times.length)
      for (const time of times) samples.push(1, time, 1)
      await store.write(ofThing, samples)
      await store.readBarrier(ofThing)
      const range = { from: times[first] ?? 0, to: (times[end - 1] ?? 0) + 1 }
      const below = await store.takeVersion(ofThing)
      await store.erase({ ...ofThing, metrics: undefined, ...range, below })
      const left = times.filter((_, i) => i < first || i >= end)
      expect(await timesLeft(ofThing.organization)).toEqual(left)
    }),
  )
  await client.close()
})

it('an erasure interrupted after it removed latest values restores the earlier ones when repeated', async () => {
  const ofThing = { organization: newOrganization(), thing: 7 }
  for (const time of [10, 20]) await store.write(ofThing, sampleAt(time, time))
  await store.readBarrier(ofThing)
  const erasure = { ...ofThing, metrics: undefined, from: 15, to: 25 }
  const below = await store.takeVersion(ofThing)
  const client = connect({ url: inject('clickhouseUrl') })
  const waits = [async () => {}, () => Promise.reject(new Error('The process ends here.'))]
  const writer = { drained: () => waits.shift()?.(), takeVersion: store.takeVersion } as never
  const layout = layoutOf(undefined, 'default')
  await expect(eraseSamples({ client, layout, writer }, { ...erasure, below })).rejects.toThrow()
  // A merge may have done the same.
  await client.command({
    query: `DELETE FROM latest WHERE organization = ${ofThing.organization}`,
    clickhouse_settings: { lightweight_deletes_sync: '2' },
  })
  await client.close()
  await store.erase({ ...erasure, below })
  const latest = (await store.latest(ofThing.organization, [7])).get(7)
  expect(latest?.get(1)).toMatchObject({ time: 10, number: 10 })
})

it.each([
  ['before the latest values go', 1],
  ['afterwards', 2],
])(
  'concurrent erasures leave no latest value of an erased sample, if one refills %s',
  async (_, nth) => {
    const ofThing = { organization: newOrganization(), thing: 7 }
    const series = { ...ofThing, metrics: undefined }
    for (const time of [10, 20, 30]) await store.write(ofThing, sampleAt(time, time))
    await store.readBarrier(ofThing)
    const { client, close } = slowToRefill(nth, () => store.erase({ ...series, from: 15, to: 25 }))
    await eraseSamples(
      {
        client,
        layout: layoutOf(undefined, 'default'),
        writer: { drained: () => store.readBarrier(ofThing), takeVersion: store.takeVersion },
      },
      { ...series, from: 25, to: 35, below: await store.takeVersion(ofThing) },
    )
    await close()
    const latest = (await store.latest(ofThing.organization, [7])).get(7)
    expect(latest?.get(1)).toMatchObject({ time: 10, number: 10 })
  },
)
