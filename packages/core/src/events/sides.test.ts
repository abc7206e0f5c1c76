import { expect, test } from 'vitest'
import { dataOf, meetSides, type Side, sideSeen, statesOf } from './sides.ts'

const place = { id: 't', thingTypeId: 'truck', siteId: null, fleetIds: ['b'] }
const event = {
  ...{ type: 'thing.updated', resource: 'THING/truck/t', paths: [] },
  data: {
    ...{ resource: 'THING/truck/t', actor: {}, thing: { ...place, name: 'new' } },
    previous: { thingTypeId: 'van', fleetIds: ['a'], name: 'old' },
  },
}
const { actor, thing, previous } = event.data

test('a change has the paths of either state', () => {
  expect(statesOf(event)).toEqual({
    now: ['THING/truck/t', 'PLACE/Fleet/b/THING/truck/t'],
    before: ['THING/van/t', 'PLACE/Fleet/a/THING/van/t'],
  })
})

test.each<[string, Side | undefined]>([
  ['PLACE/Fleet/a/THING/van/t', 'before'],
  ['PLACE/Fleet/b/THING/truck/t', 'now'],
  ['PLACE/Fleet/a/THING/truck/t', undefined],
])('whoever sees %s sees the side %s', (seen, side) => {
  expect(sideSeen(statesOf(event), (path) => path === seen)).toBe(side)
})

test('a side lacks the fields of the other, and the path has the type of its time', () => {
  expect(dataOf(event, 'both')).toBe(event.data)
  expect(dataOf(event, 'now')).toEqual({ resource: 'THING/truck/t', actor, thing })
  expect(dataOf(event, 'before')).toEqual({ resource: 'THING/van/t', actor, previous })
  const created = { type: 'thing.created', data: { resource: 'THING/truck/t', thing } }
  expect(dataOf(created, 'both')).toBe(created.data)
})

test('two sides leave what is in either', () => {
  expect(meetSides('both', 'now')).toBe('now')
  expect(meetSides('before', 'both')).toBe('before')
  expect(meetSides('now', 'now')).toBe('now')
  expect(meetSides('now', 'before')).toBeUndefined()
  expect(meetSides('both', undefined)).toBeUndefined()
})
