import { beforeEach, describe, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { idsOf, scope, thingCalls } from '../testing/thing-calls.ts'
import { type Answer, statusAndCode, useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { create, get, keyWith, list } = thingCalls(at)

describe('the thing list', () => {
  beforeEach(async () => {
    await at.tenant.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
    await at.tenant.act('sites.create', { body: { id: 'depot', name: 'Depot' } })
    const places = [null, 'yard', 'depot']
    for (let i = 0; i < 9; i += 1) {
      await at.tenant.act('things.create', {
        body: {
          id: `t-${i}`,
          name: i === 7 ? '100% Electric' : `Thing_${i}`,
          thingTypeId: i % 2 ? 'van' : 'truck',
          siteId: places[i % 3] ?? null,
          status: i === 8 ? 'Retired' : 'Active',
        },
      })
    }
  })

  /** Ids of every page. */
  async function all(query: Record<string, string>, key = at.admin) {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const answer: Answer = await list({ ...query, ...(cursor !== null && { cursor }) }, key)
      ids.push(...idsOf(answer))
      cursor = answer.json.nextCursor
    } while (cursor !== null)
    return ids
  }

  test.each([
    ['everything', '#', (_: number) => true],
    ['one type', 'THING/van/#', (i: number) => i % 2 === 1],
    ['one site', 'PLACE/Site/depot/THING/#/#', (i: number) => i % 3 === 2],
    ['one type in one site', 'PLACE/Site/depot/THING/van/#', (i: number) => i % 6 === 5],
    ['all things in any site', 'PLACE/Site/#/THING/#/#', (i: number) => i % 3 !== 0],
    ['one thing', 'THING/#/t-4', (i: number) => i === 4],
  ])(
    'for a key that may read %s contains only that, over all pages',
    async (_, filter, belongs) => {
      const key = await keyWith(scope('read', filter))
      const expected = Array.from({ length: 9 }, (_, i) => i).filter(belongs)
      const found = await all({ limit: '2' }, key)
      const made = found.filter((id) => id.startsWith('t-'))
      expect(made).toEqual(expected.map((i) => `t-${i}`))
      for (const id of found) expect((await get(id, key)).status).toBe(200)
    },
  )

  test('for a key with several scopes contains their union', async () => {
    const key = await keyWith(scope('read', 'THING/#/#'), scope('read', 'THING/van/t-1'))
    expect(await all({ limit: '3' }, key)).toHaveLength(10)
    const two = await keyWith(scope('*', 'THING/van/t-1'), scope('read', 'THING/truck/t-2'))
    expect(await all({ limit: '1' }, two)).toEqual(['t-1', 't-2'])
  })

  test('is rejected only for a key whose scopes can match no thing', async () => {
    const none = await keyWith(scope('read', 'THING/truck/nobody'))
    expect((await list({}, none)).json).toEqual({ items: [], nextCursor: null })
    const writer = await keyWith(scope('write', '#'), scope('read', 'KEY/#'))
    expect(statusAndCode(await list({}, writer))).toEqual([403, 'scope-missing'])
  })

  test.each([
    [{ thingTypeId: 'van', siteId: 'depot' }, ['t-5']],
    [{ status: 'Retired' }, ['t-8']],
    [{ thingTypeId: 'nope' }, []],
    [{ text: 'T-3' }, ['t-3']],
    [{ text: 'electric' }, ['t-7']],
    [{ text: '100%' }, ['t-7']],
    [{ text: '%' }, ['t-7']],
    [{ text: 'thing_4' }, ['t-4']],
    [{ text: 'T_' }, []],
    [{ text: '\\' }, []],
    [{ text: "'; --" }, []],
  ])('filters by %j', async (query, ids) => {
    expect(idsOf(await list(query as Record<string, string>))).toEqual(ids)
  })

  test('returns the requested fields and rejects unknown ones', async () => {
    const { json } = await list({ fields: 'id,labels', limit: '1' })
    expect(json.items).toEqual([{ id: 't-0', labels: {} }])
    expect(json.nextCursor).toEqual(expect.any(String))
    const refused = await list({ fields: 'id,nope,constructor' })
    expect(refused.json.errors).toEqual([
      { pointer: '/query/fields', detail: '"nope" is not a field' },
      { pointer: '/query/fields', detail: '"constructor" is not a field' },
    ])
  })

  test('continues after its cursor while things are created and deleted', async () => {
    const first = await list({ limit: '3' })
    await send(at.api.url, 'things.delete', { params: { thingId: 't-2' } }, at.admin)
    await at.tenant.act('things.create', { body: { id: 't-2a', name: 'x', thingTypeId: 'van' } })
    const second = await list({ limit: '3', cursor: first.json.nextCursor })
    expect([...idsOf(first), ...idsOf(second)]).toEqual([
      ...['t-0', 't-1', 't-2'],
      ...['t-2a', 't-3', 't-4'],
    ])
  })
})

describe('the id of a thing', () => {
  test.each(['...', '~', '_', '-', '%', 'a/b', '../truck-1', 'truck-1/', 'ö', ' ', '\0', "'", '"'])(
    'such as %j is accepted or rejected, and never fails the service',
    async (id) => {
      const made = await create({ id })
      const valid = /^[A-Za-z0-9._~-]+$/.test(id)
      expect(made.status).toBe(valid ? 201 : 400)
      const answer = await get(id)
      expect(answer.status).toBe(valid ? 200 : id === '\0' ? 400 : 404)
    },
  )

  test.each(['.', '..'])(
    'such as %j is rejected, because URLs resolve it as a step',
    async (id) => {
      expect((await create({ id })).status).toBe(400)
    },
  )

  test('is case-sensitive', async () => {
    await create({ id: 'Case' })
    await create({ id: 'case', name: 'other' })
    expect((await get('Case')).json.name).toBe('x')
    expect((await get('case')).json.name).toBe('other')
  })
})
