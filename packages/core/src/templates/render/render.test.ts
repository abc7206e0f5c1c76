import { type Call, templateDraft, templateLimits } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import { rendering } from './render.ts'
import { type Values, valuesOf } from './values.ts'

type Draft = Omit<Call<'templates.create'>['body'], 'name'>

function rendered(draft: Draft, values: Values = {}) {
  return atOnce(rendering(templateDraft.parse({ name: 'x', ...draft }), values))
}

const thing = (id: string, properties: Record<string, unknown>) => ({
  ...{ kind: 'thing' as const, id, properties },
})

test('a reference keeps its type alone and becomes text within a text', () => {
  const properties = { whole: '{{n}}', within: 'no. {{n}}', list: ['{{l}}'], plain: '{ {n} }' }
  const { resources } = rendered(
    { resources: [thing('t-{{n:000}}', properties)] },
    { n: 7, l: [1] },
  )
  expect(resources).toEqual([
    {
      ...{ kind: 'thing', id: 't-007', source: 0, turn: 1 },
      properties: { whole: 7, within: 'no. 7', list: [[1]], plain: '{ {n} }' },
    },
  ])
})

test('references within values are not resolved', () => {
  const { resources } = rendered({ resources: [thing('{{a}}', {})] }, { a: '{{b}}', b: 'x' })
  expect(resources[0]?.id).toBe('{{b}}')
})

test('count creates that many numbered copies of a resource', () => {
  const draft = { resources: [{ ...thing('t{{index:00}}', {}), count: 'n' }] }
  const ids = (n: number) => rendered(draft, { n }).resources.map(({ id }) => id)
  expect(ids(3)).toEqual(['t01', 't02', 't03'])
  expect(ids(0)).toEqual([])
  expect(ids(-1)).toEqual([])
})

test('each creates one copy per element and omits what an element lacks', () => {
  const items = [{ id: 'a', at: [1, 2] }, { id: 'b' }]
  const properties = { name: '{{item.id}}', at: '{{item.at}}', own: '{{item.constructor}}' }
  const draft = { resources: [{ ...thing('{{item.id}}', properties), each: 'items' }] }
  expect(rendered(draft, { items }).resources.map((one) => one.properties)).toEqual([
    { name: 'a', at: [1, 2] },
    { name: 'b' },
  ])
})

test('a resource is referred to by its key, for copies by the same number', () => {
  const { resources } = rendered(
    {
      resources: [
        { key: 'all', kind: 'fleet', id: 'f-{{p}}' },
        { key: 'place', kind: 'site', id: '{{p}}-{{index}}', count: 2 },
        {
          ...thing('t{{index}}', {
            siteId: '{{resources.place}}',
            fleetIds: ['{{resources.all}}'],
          }),
          count: 2,
        },
      ],
    },
    { p: 'x' },
  )
  expect(resources.filter(({ kind }) => kind === 'thing').map((one) => one.properties)).toEqual([
    { siteId: 'x-1', fleetIds: ['f-x'] },
    { siteId: 'x-2', fleetIds: ['f-x'] },
  ])
})

test('an id is a text, also where a resource refers to it', () => {
  const bay = { key: 'bay', kind: 'site' as const, id: '{{index}}' }
  const { resources } = rendered({
    resources: [bay, thing('t', { siteId: '{{resources.bay}}', name: '{{index}}' })],
  })
  expect(resources).toMatchObject([{ id: '1' }, { properties: { siteId: '1', name: 1 } }])
})

describe('rendering a template', () => {
  test('reports lists and missing values within a text, with the copy’s number', () => {
    const draft = { resources: [{ ...thing('{{item.id}} {{item.x}}', {}), each: 'l' }] }
    const { faults } = rendered(draft, { l: [{ id: 1, x: [] }, { id: 2 }] })
    expect(faults).toEqual([
      {
        pointer: '/template/resources/0',
        detail: 'number 1: {{item.x}} is no text that could stand within another',
      },
      { pointer: '/template/resources/0', detail: 'number 2: {{item.x}} has no value here' },
    ])
  })

  test('rejects more resources than an application may create', () => {
    const draft = { resources: [{ ...thing('{{index}}', {}), count: 'n' }] }
    expect(rendered(draft, { n: templateLimits.rendered }).faults).toEqual([])
    for (const n of [templateLimits.rendered + 1, 1e15]) {
      const { resources, faults } = rendered(draft, { n })
      expect([resources, faults]).toEqual([
        [],
        [expect.objectContaining({ pointer: '/body/parameters' })],
      ])
    }
  })

  describe('makes no text that is longer than allowed', () => {
    const long = 'x'.repeat(1_000_000)
    const lists = [[long]]
    const copies = (resource: object) => ({
      resources: [{ kind: 'site' as const, id: '{{index}}', count: 5000, ...resource }],
    })
    const times = (count: number, text: string) => Array.from({ length: count }, () => text)

    test.each([
      ['a text that many resources repeat', { properties: { name: '{{short}}' } }],
      ['an id of many references', { id: `{{index}}${'{{long}}'.repeat(61)}` }],
      ['a property of many references', { properties: { name: '{{long}}'.repeat(5000) } }],
      ['a list of long texts', { properties: { list: times(5000, '{{long}}') } }],
      ['a list of long lists', { properties: { list: times(5000, '{{lists}}') } }],
      ['a text of the template itself', { properties: { name: 'x'.repeat(10_000) } }],
      ['references to an empty text', { properties: { name: '{{empty}}'.repeat(5000) } }],
      [
        'numbers with leading zeros',
        { properties: { name: `{{index:${'0'.repeat(15)}}}`.repeat(300) } },
      ],
    ])('such as %s', (_what, resource) => {
      const values = { long, lists, short: 'x'.repeat(10_000), empty: '' }
      const { resources, faults } = rendered(copies(resource), values)
      expect(resources).toEqual([])
      expect(faults).toEqual([
        {
          pointer: '/body/parameters',
          detail: 'makes more than 16777216 characters; apply it in parts',
        },
      ])
    })

    test('even if it is a single resource', () => {
      const half = 'x'.repeat(templateLimits.resourceCharacters / 2)
      const of = (name: string) =>
        rendered({ resources: [{ kind: 'site', id: 'x', properties: { name } }] }, { half })
      expect(of('{{half}}').resources).toHaveLength(1)
      expect(of('{{half}}{{half}}')).toEqual({
        resources: [],
        faults: [
          {
            pointer: '/template/resources/0',
            detail: 'makes a resource of more than 1048576 characters',
          },
        ],
      })
    })
  })
})

describe('the values of template parameters', () => {
  const { parameters } = templateDraft.parse({
    name: 'x',
    parameters: [
      { name: 'n', type: 'integer', default: 2, schema: { maximum: 9 } },
      { name: 'l', type: 'array', schema: { items: { type: 'string' } } },
    ],
    resources: [{ kind: 'site', id: 'x' }],
  })

  test('are the given ones or the defaults', async () => {
    expect(await valuesOf(parameters, { l: ['a'] }, '/p')).toEqual({
      values: { n: 2, l: ['a'] },
      faults: [],
    })
  })

  test('are rejected with every fault', async () => {
    const { faults } = await valuesOf(parameters, { n: 10, l: ['a', 1], 'x/y': 1 }, '/p')
    expect(faults).toEqual([
      { pointer: '/p/x~1y', detail: 'is not a parameter of the template' },
      { pointer: '/p/n', detail: 'must be <= 9' },
      { pointer: '/p/l/1', detail: 'must be string' },
    ])
    expect((await valuesOf(parameters, {}, '/p')).faults).toEqual([
      { pointer: '/p/l', detail: 'is required: it has no default' },
    ])
  })
})
