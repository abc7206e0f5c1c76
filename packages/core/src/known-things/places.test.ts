import { expect, it } from 'vitest'
import { type KnownPlace, rememberPlaces } from './places.ts'

function placeOf(...ids: string[]): KnownPlace {
  return {
    timezone: 'UTC',
    things: ids.map((id, number) => ({ id, number, thingTypeId: 'truck' })),
  }
}

function workbench(maxThings = 100) {
  const state = { current: true, loads: 0 }
  const places = rememberPlaces({ isCurrent: () => state.current, maxThings })
  const find = (name: string, place: KnownPlace | Promise<KnownPlace>, organization = 'acme') =>
    places.find(organization, name, async () => {
      state.loads += 1
      return place
    })
  return { state, places, find }
}

it('the list of a place is loaded once', async () => {
  const { state, find, places } = workbench()
  const place = placeOf('a', 'b')
  expect([await find('yard', place), await find('yard', placeOf())]).toEqual([place, place])
  expect(state.loads).toBe(1)
  expect(places.size()).toBe(4)
})

it('the name of a list counts, too: it has all filters of whoever asked', async () => {
  const { find, places } = workbench()
  await find('x'.repeat(2000), placeOf('a', 'b'))
  expect(places.size()).toBe(24)
  for (let i = 0; i < 10; i += 1) await find(`${i}`.padEnd(2000), placeOf())
  expect(places.size()).toBeLessThanOrEqual(100)
})

it('the lists of one organization are invalidated without those of others', async () => {
  const { state, find, places } = workbench()
  for (const organization of ['acme', 'other']) await find('yard', placeOf('a'), organization)
  places.forget('acme')
  expect(places.size()).toBe(3)
  expect(await find('yard', placeOf('b'))).toEqual(placeOf('b'))
  expect(await find('yard', placeOf('b'), 'other')).toEqual(placeOf('a'))
  expect(state.loads).toBe(3)
})

it.each(['forget', 'forgetAll'] as const)(
  'a list that was loading during %s is not cached',
  async (way) => {
    const { find, places } = workbench()
    const { promise, resolve } = Promise.withResolvers<KnownPlace>()
    const early = find('yard', promise)
    places[way]('acme')
    resolve(placeOf('old'))
    expect(await early).toEqual(placeOf('old'))
    expect(await find('yard', placeOf('new'))).toEqual(placeOf('new'))
  },
)

it('cached lists are not used while the change feed is not current', async () => {
  const { state, find } = workbench()
  await find('yard', placeOf('a'))
  state.current = false
  expect(await find('yard', placeOf('b'))).toEqual(placeOf('b'))
})

it('a failed load is not cached', async () => {
  const { find } = workbench()
  await expect(find('yard', Promise.reject(new Error('no such place')))).rejects.toThrow('no such')
  expect(await find('yard', placeOf('a'))).toEqual(placeOf('a'))
})

it('when the cache of lists grows too large, the organization that has most forgets its own', async () => {
  const { state, find, places } = workbench(8)
  await find('yard', placeOf('a'), 'other')
  await find('yard', placeOf('a', 'b'))
  expect(places.size()).toBe(7)
  await find('dock', placeOf('c'))
  expect(places.size()).toBe(3)
  await find('yard', placeOf('changed'), 'other')
  expect(state.loads).toBe(3)
  await find('dock', placeOf('c'))
  expect(places.size()).toBe(6)
})
