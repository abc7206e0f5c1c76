import { callLimits, type OperationName, operations } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RawCall } from '../pipeline/request.ts'
import { boundFaults } from './bound-faults.ts'
import { boundsOf } from './bounds-of.ts'

const faultsOf = (name: OperationName, call: RawCall) => boundFaults(operations[name], call)
const membersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1]))
const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('bound checks', () => {
  test.each<[string, OperationName, RawCall, string, string]>([
    [
      'a long text',
      'metricDefinitions.create',
      { body: { unit: '{a}'.repeat(16_000) } },
      '/body/unit',
      'must have at most 64 characters',
    ],
    [
      'a text without a bound of its own',
      'keys.create',
      { body: { scopes: [{ resourceFilter: '/'.repeat(5000) }] } },
      '/body/scopes/0/resourceFilter',
      'must have at most 212 characters',
    ],
    [
      "a long filter of an integration's events",
      'integrations.update',
      { body: { resourceFilter: 'a/'.repeat(2000) } },
      '/body/resourceFilter',
      'must have at most 212 characters',
    ],
    [
      'a long path parameter',
      'things.get',
      { params: { thingId: 'x'.repeat(5000) } },
      '/params/thingId',
      'must have at most 4096 characters',
    ],
    [
      'a long query parameter',
      'things.list',
      { query: { fields: `attributes${'.'.repeat(16_000)}` } },
      '/query/fields',
      'must be at most 4096 characters',
    ],
    [
      'a number written with many digits',
      'things.list',
      { query: { limit: '1'.repeat(5000) } },
      '/query/limit',
      'must have at most 4096 characters',
    ],
    [
      'a long list',
      'things.create',
      { body: { fleetIds: Array(101).fill('f') } },
      '/body/fleetIds',
      'must be at most 100 fleets',
    ],
    [
      'a map with many members',
      'sites.create',
      { body: { labels: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, ''])) } },
      '/body/labels',
      'must have at most 1000 members',
    ],
    [
      'a JSON value with many values',
      'things.update',
      { body: { attributes: { a: Array(20_001).fill([]) } } },
      '/body/attributes',
      'must hold at most 20000 values, all levels together',
    ],
    [
      'a JSON value with many members of one object',
      'things.update',
      { body: { attributes: { a: [{ b: membersOf(callLimits.bodyMembers + 1) }] } } },
      '/body/attributes',
      `must have at most ${callLimits.bodyMembers} members an object`,
    ],
    [
      'a JSON value with many levels',
      'things.update',
      { body: { attributes: { a: nested(100_000) } } },
      '/body/attributes',
      'is nested deeper than 64 levels',
    ],
    [
      'an object with many unknown fields',
      'fleets.update',
      { body: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${i}`, 1])) },
      '/body',
      'has more than 103 fields',
    ],
  ])(
    'report %s with its pointer and the wording of the contract',
    (_what, name, call, pointer, detail) => {
      expect(faultsOf(name, call)).toEqual([{ pointer, detail }])
    },
  )
})

test('objects at the bound of members, and longer lists, are taken', () => {
  const { bodyMembers } = callLimits
  const attributes = { a: membersOf(bodyMembers), b: membersOf(bodyMembers) }
  expect(faultsOf('things.update', { body: { attributes } })).toEqual([])
  const list = { a: Array(bodyMembers + 1).fill(1) }
  expect(faultsOf('things.update', { body: { attributes: list } })).toEqual([])
})

test('blanks around a name do not count towards its bound', () => {
  expect(faultsOf('sites.create', { body: { name: ` ${'n'.repeat(200)} ` } })).toEqual([])
})

test('at most a hundred exceeded bounds are reported', () => {
  const fleetIds = Array(101).fill('f')
  const body = { things: Array(1000).fill({ fleetIds }) }
  expect(faultsOf('things.batch', { body })).toHaveLength(100)
})

test('a value exceeds a union only if it is too large for every form', () => {
  const schema = z.union([z.string().max(3), z.int(), z.array(z.string().max(1)).max(2)])
  const said = (value: unknown) => {
    const found: string[] = []
    boundsOf(schema)(value, [], (path, detail) => found.push(`${path.join('.')}: ${detail}`))
    return found
  }
  expect(said('abcd')).toEqual([': must have at most 3 characters'])
  expect(said(['a', 'b'])).toEqual([])
  expect(said(['a', 'bc'])).toEqual(['1: must have at most 1 characters'])
  expect(said(7)).toEqual([])
})

test('bound checks examine no more of a value than its bound', () => {
  let looks = 0
  const counted = new Proxy(Array(1_000_000).fill(0), {
    get(target, name) {
      looks += 1
      return Reflect.get(target, name)
    },
  })
  faultsOf('fleets.changeMembers', { body: { add: counted } })
  faultsOf('things.create', { body: { attributes: { a: 1 }, fleetIds: counted } })
  expect(looks).toBeLessThan(100)
})
