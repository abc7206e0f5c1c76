import type { Call, Thing } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import { thingsQuery } from '../query.ts'
import { thingsCsv } from './export.ts'

const things = ['a', 'b'].map(
  (id): Thing => ({
    ...{ id, name: id, description: '', thingTypeId: 'truck', siteId: null, fleetIds: [] },
    ...{ status: 'Active', labels: {}, location: null, attributes: {}, lastSeenAt: null },
    ...{ createdAt: '', updatedAt: '', etag: '' },
  }),
)

const { query } = thingsQuery(new URLSearchParams('text=pump&sort=-lastSeenAt'))

test('an export is read by id, whatever the order of the list, and has one header', async () => {
  const asked: Call<'things.list'>['query'][] = []
  const ask = async (_: string, call: Call<'things.list'>) => {
    const [thing] = things.slice(asked.length)
    asked.push(call.query)
    return { items: [thing], nextCursor: asked.length < things.length ? 'next' : null }
  }
  let file = ''
  for await (const chunk of thingsCsv(ask as Ask, query)) file += chunk
  expect(asked).toMatchObject([
    { text: 'pump', sort: 'id', cursor: undefined },
    { text: 'pump', sort: 'id', cursor: 'next' },
  ])
  expect(file.match(/^(id|a|b),/gm)).toEqual(['id,', 'a,', 'b,'])
})

test('nothing is yielded before the first page was read, so that a refusal can be the answer', async () => {
  const ask = async () => {
    throw new Error('refused')
  }
  await expect(thingsCsv(ask as Ask, query).next()).rejects.toThrow('refused')
})
