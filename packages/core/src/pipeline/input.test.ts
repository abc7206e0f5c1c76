import type { OperationName } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import { parseInput } from './input.ts'
import type { RawCall } from './request.ts'

const now = new Date('2026-06-01T12:00:00Z')

function faultsOf(name: OperationName, call: RawCall) {
  try {
    parseInput(name, call, now)
    return []
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-request', status: 400 })
    return (error as Problem).errors ?? []
  }
}

const pointersOf = (name: OperationName, call: RawCall) =>
  faultsOf(name, call).map(({ pointer }) => pointer)

const thing = { name: 'Truck 1', thingTypeId: 'truck' }

const keyId = '3hZk9QmT7aBc'
const keyString = `svcad_${keyId}_${'a1B2'.repeat(12)}x`

describe('parsed input', () => {
  test('contains defaults for omitted fields', () => {
    expect(parseInput('things.list', { params: {}, query: { limit: '10' } }, now)).toEqual({
      query: { limit: 10, sort: 'id' },
    })
    expect(parseInput('things.create', { body: thing }, now).body).toMatchObject({
      ...thing,
      status: 'Active',
      siteId: null,
      labels: {},
    })
  })

  test('shares one object for empty queries and rejects queries that are none', () => {
    const empty = () => {
      const call = { params: { thingId: 'a' }, query: {}, body: {} }
      return parseInput('telemetry.ingest', call, now).query
    }
    expect(empty()).toEqual({ onError: 'fail' })
    expect(empty()).toBe(empty())
    for (const query of [null, [], 7, '']) {
      const call = { params: { thingId: 'a' }, query, body: {} }
      expect(pointersOf('telemetry.ingest', call)).toEqual(['/query'])
    }
  })

  test('leaves bulk bodies to their handler', () => {
    const body = { nonsense: '\0' }
    const call = { params: { thingId: 'a' }, query: {}, body }
    expect(parseInput('telemetry.ingest', call, now).body).toBe(body)
  })
})

test.each<[OperationName, string, string, object]>([
  ['thingTypes.create', 'metrics', 'key', { metricDefinitionId: 'a' }],
  ['templates.create', 'parameters', 'name', { type: 'string' }],
  ['templates.create', 'resources', 'key', { kind: 'site', id: 'a' }],
])('faults of %s do not repeat a long text in each of %s', (operation, list, name, entry) => {
  const entries = Array(40).fill({ ...entry, [name]: '\n'.repeat(4000) })
  const faults = faultsOf(operation, { body: { name: 'A', [list]: entries } })
  expect(faults.filter(({ pointer }) => pointer.endsWith(name))).toHaveLength(40)
  expect(JSON.stringify(faults).length).toBeLessThan(10_000)
})

describe('a validation error', () => {
  test('names a fault once, although two rules of a number find it', () => {
    for (const limit of ['1e308', '0.5']) {
      expect(faultsOf('things.list', { query: { limit } })).toEqual([
        { pointer: '/query/limit', detail: 'must be a whole number of 1 to 1000' },
      ])
    }
  })

  test('lists the faults of query and body, including missing and unknown fields', () => {
    const call = {
      query: { nope: '1' },
      body: {
        name: '  ',
        status: 'Gone',
        location: { type: 'Point', coordinates: [200, 0] },
        x: 1,
      },
    }
    expect(faultsOf('things.create', call)).toEqual([
      { pointer: '/query/nope', detail: 'is not a known parameter' },
      { pointer: '/body/name', detail: 'must not be empty' },
      { pointer: '/body/thingTypeId', detail: 'is required' },
      { pointer: '/body/status', detail: 'must be Active, Inactive or Retired' },
      { pointer: '/body/location/coordinates/0', detail: expect.stringContaining('180') },
      {
        pointer: '/body/x',
        detail: expect.stringMatching(/^is not a known field; there are id, name, /),
      },
    ])
  })

  test('lists unknown, repeated and out-of-range query parameters', () => {
    const query = { limit: '5000', text: ['a', 'b'], nope: '1' }
    expect(faultsOf('keys.list', { query })).toEqual([
      { pointer: '/query/limit', detail: 'must be a whole number of 1 to 1000' },
      { pointer: '/query/text', detail: 'must not be repeated' },
      {
        pointer: '/query/nope',
        detail: expect.stringMatching(/^is not a known parameter; there are limit, cursor, /),
      },
    ])
  })

  test('lists faults beyond the schema together with those of the schema', () => {
    const body = {
      keyType: 'Guest',
      name: '',
      scopes: [{ action: 'delete', resourceFilter: 'THING/#' }],
      allowedIpCidrs: ['192.0.2.7/24', '*', 'nowhere'],
      expiresAt: '2026-06-01T12:00:00Z',
      secret: 'x',
    }
    expect(faultsOf('keys.create', { body })).toEqual([
      { pointer: '/body/keyType', detail: 'must be External or Admin' },
      { pointer: '/body/name', detail: 'must not be empty' },
      { pointer: '/body/scopes/0/action', detail: 'must be read, write, admin or *' },
      { pointer: '/body/scopes/0/resourceFilter', detail: expect.stringContaining('THING/#/#') },
      {
        pointer: '/body/secret',
        detail: expect.stringMatching(/^is not a known field; there are keyType, name, scopes, /),
      },
      { pointer: '/body/allowedIpCidrs/0', detail: expect.stringContaining('192.0.2.0/24') },
      { pointer: '/body/allowedIpCidrs/2', detail: expect.stringContaining('must be *') },
      { pointer: '/body/expiresAt', detail: 'must be in the future' },
    ])
  })

  test('lists the first thousand faults and says that there are more', () => {
    const body = { things: Array.from({ length: 1000 }, () => ({ name: '', nope: 1 })) }
    expect(faultsOf('things.batch', { body })).toHaveLength(1000)
    expect(() => parseInput('things.batch', { body }, now)).toThrow(
      /more than 1000 faults; errors has the first 1000/,
    )
  })
})

describe('the pointer of a validation error', () => {
  test('escapes ~ and / in names', () => {
    const labels = { 'a/b~c d': 'x', ok: 'y' }
    expect(pointersOf('things.create', { body: { ...thing, labels } })).toEqual([
      '/body/labels/a~1b~0c d',
    ])
    expect(pointersOf('things.create', { body: { ...thing, 'x/y~z': 1 } })).toEqual([
      '/body/x~1y~0z',
    ])
  })

  test('names the body when it is missing or not allowed', () => {
    expect(faultsOf('things.create', {})).toEqual([{ pointer: '/body', detail: 'is required' }])
    expect(faultsOf('keys.revoke', { params: { keyId: 'a' }, body: {} })).toEqual([
      { pointer: '/body', detail: 'must be absent: this operation takes no body' },
    ])
  })

  test.each([[null], [[]], ['text'], [7], [true]])(
    'names the body when it is no object but %j',
    (body) => {
      expect(pointersOf('things.create', { body })).toEqual(['/body'])
    },
  )

  test('names a repeated query parameter', () => {
    expect(pointersOf('things.list', { query: { text: ['a', 'b'], limit: ['1', '2'] } })).toEqual([
      '/query/limit',
      '/query/text',
    ])
  })
})

describe('input validation', () => {
  test.each([
    ['in the path', 'things.get', { params: { thingId: 'a\0' } }, '/params/thingId'],
    ['in the query', 'things.list', { query: { siteId: '\0' } }, '/query/siteId'],
    ['with an unpaired surrogate', 'sites.create', { body: { name: '\ud800x' } }, '/body/name'],
    [
      'in free-form JSON',
      'things.create',
      { body: { ...thing, attributes: { a: [{ b: '\0' }] } } },
      '/body/attributes/a/0/b',
    ],
    [
      'as a name',
      'things.create',
      { body: { ...thing, attributes: { '\0': 1 } } },
      '/body/attributes',
    ],
  ] as const)('rejects unstorable text %s', (_, name, call, pointer) => {
    expect(pointersOf(name, call)).toContain(pointer)
  })

  test('accepts all storable text', () => {
    const call = { body: { name: 'Ünïcødé 🚚 \uffff', description: 'a\u0001b' } }
    expect(faultsOf('sites.create', call)).toEqual([])
  })

  test('rejects nesting deeper than 64 levels, however deep', () => {
    const nested = (depth: number) => {
      let value: unknown = 1
      for (let i = 0; i < depth; i += 1) value = { a: value }
      return { body: { ...thing, attributes: value } }
    }
    expect(faultsOf('things.create', nested(60))).toEqual([])
    for (const depth of [64, 100_000]) {
      expect(faultsOf('things.create', nested(depth))).toContainEqual(
        expect.objectContaining({ detail: 'is nested deeper than 64 levels' }),
      )
    }
  })
})

describe('a key string in a body', () => {
  const detail = `must not hold a key string, which is a secret: name the key by its id, ${keyId}`

  test.each([
    [{ ...thing, description: `our key: ${keyString}` }, '/body/description', detail],
    [{ ...thing, labels: { a: keyString } }, '/body/labels/a', detail],
    [
      { ...thing, attributes: { [keyString]: 1 } },
      '/body/attributes',
      `has a member whose name ${detail}`,
    ],
  ])('is refused, whatever the text is for', (body, pointer, detail) => {
    expect(faultsOf('things.create', { body })).toContainEqual({ pointer, detail })
  })

  test('is refused in a long one, too', () => {
    const things = Array.from({ length: 300 }, (_, i) => ({ ...thing, id: `t${i}` }))
    const body = { things: [...things, { ...thing, name: keyString }] }
    expect(faultsOf('things.batch', { body })).toEqual([
      { pointer: '/body/things/300/name', detail },
    ])
  })

  test('is what reports of leaked keys are about', () => {
    expect(faultsOf('leakedKeys.report', { body: { strings: [keyString] } })).toEqual([])
  })

  test('may be searched for, and no fault of a query repeats it', () => {
    expect(faultsOf('keys.list', { query: { text: keyString } })).toEqual([])
    expect(JSON.stringify(faultsOf('keys.list', { query: { [keyString]: '1' } }))).not.toContain(
      'a1B2',
    )
  })
})
