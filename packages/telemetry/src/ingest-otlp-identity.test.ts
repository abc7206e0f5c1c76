import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Mapping } from './decode/mapping/mapping.ts'
import { otlpJson, otlpRequest, type TestPoint, type TestScope } from './testing/otlp.ts'
import type { TestAttributes, TestValue } from './testing/otlp-values.ts'
import { found, now, send } from './testing/things-call.ts'
import { tryMapping } from './try-mapping.ts'

const noon = Date.UTC(2026, 0, 31, 12)

/** All points are of one thing and one metric, whatever else they contain. */
const rules: ConstructorParameters<typeof Mapping>[0] = {
  ...{ thing: 'thing', metric: '{key}', match: [], drop: [], metrics: {}, ignoredLabels: [] },
  ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
}
const named = { thing: 'truck-1', key: 'temperature' }

interface Source {
  readonly name: string
  readonly resource: TestAttributes
  readonly scope: Required<TestScope>
  readonly attributes: TestAttributes
}

/** The outcome for two series, in every encoding; the dry run must agree. */
async function sendBoth(one: Source, other: Source, more: Partial<typeof rules> = {}) {
  const points = [one, other].map(({ resource, ...source }, i): TestPoint => {
    return { ...source, resource: { ...resource, ...named }, time: noon + i * 1000, value: i }
  })
  const mapping = new Mapping({ ...rules, ...more })
  const series = { protocol: 'otlp', mapping } as const
  const [json, protobuf, tried] = await Promise.all([
    send({ form: 'series', body: otlpJson(points), series }),
    send({ form: 'series', body: otlpRequest(points), series }),
    tryMapping({
      ...{ protocol: 'otlp', text: JSON.stringify(otlpJson(points)), precision: 'ms', now },
      ...{ mapping, find: async (ids) => new Map(ids.map((id) => [id, found(id)])) },
    }),
  ])
  expect(protobuf.answer).toEqual(json.answer)
  const outcomes = tried.samples.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(json.answer.accepted)
  expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(json.answer.rejected)
  return { areOne: json.answer.rejected === 0, answer: json.answer, tried }
}

const text = fc.string({ maxLength: 4, unit: 'grapheme' })
const key = fc.constantFrom('a', 'b', 'c', 'd', 'name', 'scope.name', 'ü')
const { value } = fc.letrec<{ value: TestValue; attributes: TestAttributes }>((tie) => ({
  attributes: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => ({ double })),
    fc.uint8Array({ maxLength: 4 }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }).map((list) => ({ list })),
    tie('attributes').map((map) => ({ map })),
  ),
}))
const attributes = fc.dictionary(key, value, { maxKeys: 4 })
const source: fc.Arbitrary<Source> = fc.record({
  name: text,
  resource: attributes,
  scope: fc.record({ name: text, version: text, attributes }),
  attributes,
})

/** The same attributes in another order. */
function reversed(attributes: TestAttributes): TestAttributes {
  const entries = Object.entries(attributes).reverse()
  return Object.fromEntries(entries.map(([key, value]) => [key, reversedIn(value)]))
}

function reversedIn(value: TestValue): TestValue {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if ('list' in value) return { list: value.list.map(reversedIn) }
  return 'map' in value ? { map: reversed(value.map) } : value
}

/** Changes or removes the n-th attribute, or adds one. */
function changed(attributes: TestAttributes, n: number, isGone: boolean): TestAttributes {
  const key = Object.keys(attributes)[n]
  const { [key ?? '']: value = null, ...rest } = attributes
  if (key === undefined) return { ...attributes, further: 1 }
  return isGone ? rest : { ...rest, [key]: { list: [value] } }
}

const changes: readonly ((source: Source, n: number, isGone: boolean) => Source)[] = [
  (one) => ({ ...one, name: `${one.name}x` }),
  (one, n, isGone) => ({ ...one, resource: changed(one.resource, n, isGone) }),
  (one, n, isGone) => ({ ...one, attributes: changed(one.attributes, n, isGone) }),
  (one) => ({ ...one, scope: { ...one.scope, name: `${one.scope.name}x` } }),
  (one) => ({ ...one, scope: { ...one.scope, version: `${one.scope.version}x` } }),
  ({ scope, ...one }, n, isGone) => {
    return { ...one, scope: { ...scope, attributes: changed(scope.attributes, n, isGone) } }
  },
]

const plain: Source = {
  ...{ name: 'temperature', resource: {}, attributes: {} },
  scope: { name: '', version: '', attributes: {} },
}

describe('a series of OTLP', () => {
  test('is the same whatever the order of its attributes', async () => {
    await fc.assert(
      fc.asyncProperty(source, async ({ name, resource, attributes, scope }) => {
        const own = { ...scope, attributes: reversed(scope.attributes) }
        const other = {
          ...{ name, resource: reversed(resource) },
          ...{ attributes: reversed(attributes), scope: own },
        }
        const { areOne } = await sendBoth({ name, resource, attributes, scope }, other)
        expect(areOne).toBe(true)
      }),
    )
  })

  test('is a different one if any part of it differs', async () => {
    const change = fc.constantFrom(...changes)
    await fc.assert(
      fc.asyncProperty(source, change, fc.nat(4), fc.boolean(), async (one, apply, n, isGone) => {
        const { areOne } = await sendBoth(one, apply(one, n, isGone))
        expect(areOne).toBe(false)
      }),
    )
  })

  test.each<[TestValue, TestValue]>([
    ['1', 1],
    [1, { double: 1 }],
    [1, true],
    ['true', true],
    ['', null],
    ['null', null],
    [{ list: ['a', 'b'] }, { list: ['b', 'a'] }],
    [{ list: ['a'] }, { list: ['b'] }],
    [{ list: ['1'] }, { list: [1] }],
    ['["a"]', { list: ['a'] }],
    [{ list: ['a', 'b'] }, { list: ['a","b'] }],
    [{ map: { a: 1 } }, { map: { a: 2 } }],
    [{ map: { a: 1 } }, '{"a":1}'],
    [Buffer.from('a'), Buffer.from('b')],
    [Buffer.from('a'), 'YQ=='],
  ])('is a different one if an attribute is %j instead of %j', async (one, other) => {
    const of = (value: TestValue) => ({ ...plain, attributes: { a: value } })
    expect((await sendBoth(of(one), of(other))).areOne).toBe(false)
  })

  test('is a different one if an attribute moves between point, resource and scope', async () => {
    const places = [
      { ...plain, attributes: { a: '1' } },
      { ...plain, resource: { a: '1' } },
      { ...plain, scope: { ...plain.scope, attributes: { a: '1' } } },
      { ...plain, attributes: { 'scope.a': '1' } },
    ]
    for (const [i, one] of places.entries()) {
      for (const other of places.slice(i + 1)) {
        expect((await sendBoth(one, other)).areOne).toBe(false)
      }
    }
  })

  test('is the same if only labels differ that the mapping ignores', async () => {
    const one = {
      ...{ ...plain, attributes: { replica: 'a', list: { list: ['x'] } } },
      scope: { name: 'cabin', version: '1', attributes: { rack: 'a' } },
    }
    const other = {
      ...{ ...plain, attributes: { replica: 'b', list: { list: ['y'] } } },
      scope: { name: 'trailer', version: '2', attributes: { rack: 'b' } },
    }
    const all = ['replica', 'list', 'scope.name', 'scope.version', 'scope.rack']
    const { tried } = await sendBoth(one, other)
    expect(tried.collisions[0]?.labels.toSorted()).toEqual(all.toSorted())
    expect((await sendBoth(one, other, { ignoredLabels: all })).areOne).toBe(true)
    for (const label of all) {
      const ignoredLabels = all.filter((one) => one !== label)
      expect((await sendBoth(one, other, { ignoredLabels })).areOne).toBe(false)
    }
  })

  test('has labels from its scope, after those of the point and the resource', async () => {
    const scope = { name: 'temper', version: 'at', attributes: { part: 'ure' } }
    const metric = '{scope.name}{scope.version}{scope.part}'
    const both = await sendBoth({ ...plain, scope }, { ...plain, scope }, { metric })
    expect(both.answer).toMatchObject({ accepted: 2 })
    const own = { ...plain, scope, attributes: { 'scope.name': 'temperature' } }
    const { answer } = await sendBoth(own, own, { metric: '{scope.name}' })
    expect(answer).toMatchObject({ accepted: 2 })
  })

  test("need not map the scope's name and version, or attributes that are not texts", async () => {
    const scope = { name: 'temper', version: 'at', attributes: { part: 'ure' } }
    const one = { ...plain, scope, attributes: { args: { list: ['a', 'b'] }, door: 'front' } }
    const { answer } = await sendBoth(one, one, { unmappedLabels: 'refuse' })
    expect(answer.errors[0]?.detail).toMatch(/ignores: name, door$/)
  })

  test('has a label for an attribute called `name`', async () => {
    const of = (name: string) => ({ ...plain, attributes: { name } })
    const strict: Partial<typeof rules> = {
      ...{ metric: '{name}', ignoredLabels: ['key'], unmappedLabels: 'refuse' },
    }
    const refused = await sendBoth(of('a'), of('a'), strict)
    expect(refused.answer.errors[0]?.detail).toMatch(/ignores: point.name$/)
    expect(refused.tried.samples[0]?.unmappedLabels).toEqual(['point.name'])
    const ignoredLabels = ['key', 'point.name']
    expect((await sendBoth(of('a'), of('b'), { ...strict, ignoredLabels })).areOne).toBe(true)
    const metric = '{name}_{point.name}'
    const { tried } = await sendBoth(of('a'), of('b'), { ...strict, metric })
    expect(tried.samples.map((one) => one.metric)).toEqual(['temperature_a', 'temperature_b'])
    expect(tried.samples.flatMap((one) => one.unmappedLabels)).toEqual([])
    const { answer } = await sendBoth(of('a'), of('b'), { drop: [{ 'point.name': 'a' }] })
    expect(answer.accepted).toBe(1)
  })

  test('has a label for an attribute of the resource that is hidden', async () => {
    const of = (host: string) => {
      return { ...plain, resource: { host, name: 'x' }, attributes: { host: 'temperature' } }
    }
    const strict = { metric: '{host}', unmappedLabels: 'refuse' } as const
    const ignoredLabels = ['name', 'key']
    const refused = await sendBoth(of('a'), of('b'), { ...strict, ignoredLabels })
    expect(refused.tried.samples[0]?.unmappedLabels).toEqual(['resource.host'])
    for (const label of ['host', 'resource.host', 'resource.*']) {
      const all = { ...strict, ignoredLabels: [...ignoredLabels, label] }
      expect((await sendBoth(of('a'), of('b'), all)).areOne).toBe(true)
    }
    const metric = '{host}_{resource.host}'
    const { tried } = await sendBoth(of('a'), of('b'), { ...strict, ignoredLabels, metric })
    expect(tried.samples.map((one) => one.metric)).toEqual(['temperature_a', 'temperature_b'])
    expect(tried.samples.flatMap((one) => one.unmappedLabels)).toEqual([])
  })

  test('need not map an attribute of the resource whose value equals what hides it', async () => {
    const one = {
      ...{ ...plain, attributes: { host: 'a' } },
      resource: { host: 'a', name: 'temperature' },
    }
    const strict: Partial<typeof rules> = {
      ...{ metric: '{name}_{host}', ignoredLabels: ['key'], unmappedLabels: 'refuse' },
      metrics: { temperature_a: { key: 'temperature' } },
    }
    const { answer, tried } = await sendBoth(one, one, strict)
    expect(answer).toMatchObject({ accepted: 2 })
    expect(tried.samples.flatMap(({ unmappedLabels }) => unmappedLabels)).toEqual([])
    const other = { ...one, resource: { host: 'b' } }
    expect((await sendBoth(one, other, strict)).answer.errors[0]?.detail).toMatch(
      /: resource.host$/,
    )
  })

  test('must map an attribute of the resource that is ignored only where another hides it', async () => {
    const one = { ...plain, resource: { host: 'a' } }
    const { answer } = await sendBoth(one, one, {
      ...{ metric: '{name}', ignoredLabels: ['key', 'resource.*'], unmappedLabels: 'refuse' },
    })
    expect(answer.errors[0]?.detail).toMatch(/ignores: host$/)
  })

  test('is the same if only an attribute called `name` differs and `name` is ignored', async () => {
    const of = (name: string) => ({ ...plain, attributes: { name } })
    const rules = { metric: '{name}', ignoredLabels: ['key', 'name'] }
    for (const unmappedLabels of ['allow', 'refuse'] as const) {
      const { areOne } = await sendBoth(of('a'), of('b'), { ...rules, unmappedLabels })
      expect(areOne).toBe(true)
    }
  })

  test('differs from others in labels that the dry run names as a mapping does', async () => {
    const of = (host: string, replica: string): Source => {
      return { ...plain, resource: { host, replica }, attributes: { host: 'x', name: host } }
    }
    const labelsBy = async (...ignoredLabels: string[]) => {
      const { tried } = await sendBoth(of('a', '1'), of('b', '2'), { ignoredLabels })
      return tried.collisions[0]?.labels.toSorted()
    }
    expect(await labelsBy()).toEqual(['point.name', 'replica', 'resource.host'])
    expect(await labelsBy('host', 'name')).toEqual(['replica'])
  })

  test('is refused if two of its labels have one name, and only one can be used', async () => {
    const one = { ...plain, attributes: { name: 'temperature', 'point.name': 'temperature' } }
    const rules = { metric: '{point.name}', ignoredLabels: ['name', 'key'] }
    const { answer } = await sendBoth(one, one, { ...rules, unmappedLabels: 'refuse' })
    expect(answer.errors[0]?.detail).toMatch(/ignores: point.name$/)
  })

  test('may have an empty attribute that a strict mapping does not use', async () => {
    const one = { ...plain, attributes: { door: '' } }
    const { answer } = await sendBoth(one, one, {
      ...{ metric: '{name}_{door},{name}', ignoredLabels: ['key'], unmappedLabels: 'refuse' },
    })
    expect(answer.accepted).toBe(2)
  })
})
