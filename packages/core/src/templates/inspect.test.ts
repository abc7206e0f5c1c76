import { type Call, templateDraft } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { builtInTemplates } from './built-in/index.ts'
import { inspectTemplate } from './inspect.ts'

type Draft = Omit<Call<'templates.create'>['body'], 'name'>

const inspect = (draft: Draft) => inspectTemplate(templateDraft.parse({ name: 'x', ...draft }))
const parameters = [
  { name: 'depot', type: 'string' as const },
  { name: 'trucks', type: 'integer' as const, default: 3 },
  { name: 'stations', type: 'array' as const, default: [] },
]

test.each([...builtInTemplates.values()])(
  'the built-in template $id is valid',
  async (template) => {
    expect(await inspectTemplate(template)).toEqual([])
    const {
      id: _id,
      builtIn: _builtIn,
      createdAt,
      updatedAt: _at,
      etag: _etag,
      ...draft
    } = template
    expect(templateDraft.safeParse(draft).error).toBeUndefined()
    expect(new Date(createdAt).toISOString()).toBe(createdAt)
  },
)

describe('a reference in a template', () => {
  const site = { kind: 'site', id: 'yard' } as const

  test.each([
    ['{{depot}}', undefined],
    ['{{ depot }} of {{trucks:000}}', undefined],
    ['{{nobody}}', '{{nobody}} is not a parameter of the template'],
    ['{{depot.name}}', '{{depot.name}} has no members: the parameter is of type string'],
    ['{{depot:00}}', '{{depot}} is not a number and cannot have leading zeros'],
    ['{{index}}', '{{index}} needs count or each'],
    ['{{item}}', '{{item}} needs each'],
    ['{{resources.nobody}}', '{{resources.nobody}} is not a resource of the template'],
    ['{{resources}}', '{{resources}} is not a resource of the template'],
    [
      '{{}}',
      '"{{}}" is no reference; write {{name}}, {{item.name}}, {{resources.key}} or {{index:000}}',
    ],
    ['{{__proto__}}', expect.stringContaining('is no reference')],
    ['{{constructor}}', '{{constructor}} is not a parameter of the template'],
  ])('written as %s is valid or reported with the reason', async (name, detail) => {
    const faults = await inspect({ parameters, resources: [{ ...site, properties: { name } }] })
    const pointer = '/body/resources/0/properties/name'
    expect(faults).toEqual(detail === undefined ? [] : [{ pointer, detail }])
  })

  test('is found at any depth', async () => {
    const properties = { labels: { 'a/b': 'x {{nobody}}' } }
    const [fault] = await inspect({ resources: [{ ...site, properties }] })
    expect(fault?.pointer).toBe('/body/resources/0/properties/labels/a~1b')
  })

  test('to a repeated resource needs the same repetition', async () => {
    const sites = { key: 'place', kind: 'site', id: 's{{index}}', count: 'trucks' } as const
    const thing = { kind: 'thing', id: 't{{index}}', properties: { siteId: '{{resources.place}}' } }
    const resources = (count: number | string) => [sites, { ...thing, count } as never]
    expect(await inspect({ parameters, resources: resources('trucks') })).toEqual([])
    expect(await inspect({ parameters, resources: resources(3) })).toMatchObject([
      { detail: expect.stringContaining('only one with the same count or each can') },
    ])
  })
})

describe('an invalid template', () => {
  test.each([
    ['an id that is the same for each copy', { id: 'x', count: 2 }, '/id'],
    ['an id that refers to a resource', { id: '{{resources.x}}' }, '/id'],
    ['a count that is no integer', { id: '{{index}}', count: 'depot' }, '/count'],
    ['an each that is not a list', { id: '{{index}}', each: 'trucks' }, '/each'],
    ['an unknown property', { id: 'x', properties: { colour: 1 } }, '/properties/colour'],
    ['an id among the properties', { id: 'x', properties: { id: 'y' } }, '/properties/id'],
  ])('is rejected with %s', async (_what, resource, pointer) => {
    const faults = await inspect({ parameters, resources: [{ kind: 'site', ...resource }] })
    expect(faults.map((fault) => fault.pointer)).toEqual([`/body/resources/0${pointer}`])
  })

  test('is rejected with a default that its schema rejects, or an invalid schema', async () => {
    const resources = [{ kind: 'site' as const, id: 'x' }]
    const faults = await inspect({
      parameters: [
        { name: 'a', type: 'integer', default: 'many' },
        { name: 'b', type: 'string', schema: { pattern: '(' } },
      ],
      resources,
    })
    expect(faults).toMatchObject([
      { pointer: '/body/parameters/0/default', detail: 'must be integer' },
      { pointer: '/body/parameters/1/schema' },
    ])
  })

  test('is rejected with more references than allowed', async () => {
    const properties = { name: '{{depot}}'.repeat(5001) }
    expect(
      await inspect({ parameters, resources: [{ kind: 'site', id: 'x', properties }] }),
    ).toEqual([
      { pointer: '/body/resources', detail: 'must have at most 5000 references, {{ and }} each' },
    ])
  })

  test('is rejected with more text than allowed', async () => {
    const resources = [
      { kind: 'site' as const, id: 'x', properties: { name: 'x'.repeat(300_000) } },
    ]
    expect(await inspect({ resources })).toMatchObject([{ pointer: '/body/resources' }])
  })
})
