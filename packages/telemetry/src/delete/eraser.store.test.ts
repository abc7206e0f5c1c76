import { connect, layoutOf } from '@sluice/clickhouse'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { SampleStore } from '../store.ts'
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

/** A connection whose statement that refills `latest` reads, waits for `meanwhile` and writes what it has read. */
function slowToRefill(meanwhile: () => Promise<unknown>) {
  const client = connect({ url: inject('clickhouseUrl') })
  let refills = 0
  const slow: Pick<typeof client, 'command' | 'query'> = {
    query: client.query.bind(client),
    async command(asked) {
      if (!asked.query.includes('INSERT INTO latest') || refills > 0) return client.command(asked)
      refills += 1
      const [, query = ''] = /\) *\n([\s\S]*)/.exec(asked.query) ?? []
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

it('two erasures of a thing at once leave no latest value of an erased sample', async () => {
  const ofThing = { organization: newOrganization(), thing: 7 }
  const series = { ...ofThing, metrics: undefined }
  for (const time of [10, 20, 30]) {
    const samples = new SampleBuffer(1)
    samples.push(1, time, time)
    await store.write(ofThing, samples)
  }
  await store.readBarrier(ofThing)
  const { client, close } = slowToRefill(() => store.erase({ ...series, from: 15, to: 25 }))
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
})
