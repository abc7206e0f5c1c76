import type { ClickHouseClient } from '@clickhouse/client'
import { ClickHouseError } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { writeOf } from '../testing/blocks.ts'
import { batchInserter } from './insert-batch.ts'

const tooFew = new ClickHouseError({
  ...{ message: 'too few', code: '285', type: 'TOO_FEW_LIVE_REPLICAS' },
})

/** A cluster of two replicas, one of which is down or not, and what happens there, in order. */
function cluster({ isDown }: { readonly isDown: boolean }) {
  const events: string[] = []
  const client = {
    query: async () => ({ json: async () => ({ data: [[2, 2]] }) }),
    async exec({ query = '', values = [] as Iterable<Buffer>, clickhouse_settings = {} }) {
      for await (const _ of values);
      if (isDown && 'insert_quorum' in clickhouse_settings) throw tooFew
      events.push(/INSERT INTO (\w+)/.exec(query)?.[1] ?? query)
      return { stream: { toArray: async () => [] } }
    },
  } as unknown as ClickHouseClient
  const pause = async () => void events.push('pause')
  return { events, insert: batchInserter({ client, layout: { cluster: 'fleet' }, pause }) }
}

/** A sample of 1970 that came decades later. */
const late = () => writeOf(1, 10n ** 18n, (samples) => samples.push(1, 0, 1))

it('late samples are marked at once if all replicas have them', async () => {
  const { events, insert } = cluster({ isDown: false })
  const complete = await insert([late()])
  await complete()
  expect(events.toSorted()).toEqual(['latest', 'samples', 'touched'])
  expect(events.at(-1)).toBe('touched')
})

it('late samples are marked only once no replica without them is asked, and then the marks count likewise', async () => {
  const { events, insert } = cluster({ isDown: true })
  const complete = await insert([late()])
  await complete()
  expect(events.slice(2)).toEqual(['pause', 'touched', 'pause'])
})
