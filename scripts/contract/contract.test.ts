import { expect, test } from 'vitest'
import { breakingChanges } from './breaking-changes.ts'
import { currentDocument, type Json, lastReleased, type Released, type Row } from './released.ts'

const released = lastReleased()

test('nothing that a caller of the last release depends on has changed (docs/guides/versions.md)', () => {
  expect(breakingChanges(released, currentDocument())).toEqual([])
})

/** A change of a released document, made on a copy. */
function changesAfter(change: (document: Released) => void): string[] {
  const document = structuredClone(released)
  change(document)
  return breakingChanges(released, document)
}

function row(document: Released, method: string, path: string): Row {
  return document.paths[path]?.[method] as Row
}

function parametersOfList(document: Released): Parameter[] {
  return row(document, 'get', '/v2/things').parameters as Parameter[]
}

function bodyOf(document: Released, path: string): Fields {
  const { requestBody } = row(document, 'post', path)
  const { $ref } = requestBody?.content['application/json']?.schema ?? {}
  return document.components.schemas[String($ref).split('/').at(-1) ?? ''] as unknown as Fields
}

function thing(document: Released): Fields {
  return document.components.schemas.Thing as unknown as Fields
}

type Parameter = Row['parameters'][number]

interface Fields {
  readonly properties: Record<string, Json>
  required: string[]
  additionalProperties: unknown
}

const breaking: readonly [string, (document: Released) => void, string][] = [
  [
    'an operation is removed',
    ({ paths }) => Reflect.deleteProperty(paths['/v2/things'] ?? {}, 'get'),
    'GET /v2/things: the operation is gone',
  ],
  [
    'a parameter is removed',
    (document) => {
      parametersOfList(document).splice(0, 1)
    },
    'GET /v2/things: query limit is gone',
  ],
  [
    'a parameter is demanded',
    (document) => {
      parametersOfList(document).push({ in: 'query', name: 'region', required: true, schema: {} })
    },
    'GET /v2/things: query region is required now',
  ],
  [
    'an open operation needs a key',
    (document) => {
      Reflect.deleteProperty(row(document, 'post', '/v2/leaked-keys'), 'security')
    },
    'POST /v2/leaked-keys: now needs a key',
  ],
  [
    'a body demands a property',
    (document) => {
      bodyOf(document, '/v2/things').properties.region = { type: 'string' }
      bodyOf(document, '/v2/things').required.push('region')
    },
    'POST /v2/things: body.region is required now',
  ],
  [
    'a body loses a property',
    (document) => {
      Reflect.deleteProperty(bodyOf(document, '/v2/things').properties, 'labels')
    },
    'POST /v2/things: body.labels is gone',
  ],
  [
    'a text of a body may be less long',
    (document) => {
      bodyOf(document, '/v2/things').properties.name = { type: 'string', maxLength: 3 }
    },
    'POST /v2/things: body.name: maxLength is 3 now',
  ],
  [
    'a value of a body has another type',
    (document) => {
      bodyOf(document, '/v2/things').properties.name = { type: 'integer' }
    },
    'POST /v2/things: body.name: type string is integer now',
  ],
  [
    'an answer loses a property',
    (document) => {
      Reflect.deleteProperty(thing(document).properties, 'name')
    },
    'GET /v2/thing/{thingId}: answer.name is gone',
  ],
  [
    'a property of an answer may be absent',
    (document) => {
      thing(document).required = thing(document).required.filter((name) => name !== 'name')
    },
    'GET /v2/thing/{thingId}: answer.name may be absent now',
  ],
  [
    'a property of an answer may be null',
    (document) => {
      thing(document).properties.name = { anyOf: [{ type: 'string' }, { type: 'null' }] }
    },
    'GET /v2/thing/{thingId}: answer.name: 1 of its forms are not compatible',
  ],
  [
    'a property of an answer has another type, deep in a list',
    (document) => {
      thing(document).properties.name = { type: 'integer' }
    },
    'GET /v2/things: answer.items[].name: type string is integer now',
  ],
  [
    'a value of an answer has another name',
    (document) => {
      thing(document).properties.status = {
        type: 'string',
        enum: ['active', 'Inactive', 'Retired'],
      }
    },
    'GET /v2/thing/{thingId}: answer.status: Active has changed',
  ],
  [
    'an event has another type',
    (document) => {
      const { KeyCreatedEvent } = document.components.schemas
      const { properties } = KeyCreatedEvent as unknown as Fields
      properties.type = { type: 'string', const: 'key.made' }
    },
    'key.created.type: key.created, key.made has changed',
  ],
  [
    'a named schema has a default where it is used',
    (document) => {
      const { scopes } = bodyOf(document, '/v2/keys').properties as { scopes: { items: Json } }
      expect(scopes.items.$ref).toBe('#/components/schemas/ScopeInput')
      scopes.items = { ...scopes.items, default: null }
    },
    'POST /v2/keys: body.scopes[]: default has changed',
  ],
  [
    'an answer has another status',
    (document) => {
      const { responses } = row(document, 'post', '/v2/things')
      responses['200'] = responses['201'] as Row['responses'][string]
      Reflect.deleteProperty(responses, '201')
    },
    'POST /v2/things: no longer answers 201',
  ],
  [
    'a header field of an answer is dropped',
    (document) => {
      const { headers } = row(document, 'get', '/v2/things').responses['200'] ?? {}
      Reflect.deleteProperty(headers ?? {}, 'RateLimit')
    },
    'GET /v2/things: header RateLimit is gone',
  ],
  [
    'an event is sent no more',
    ({ webhooks }) => Reflect.deleteProperty(webhooks, 'key.created'),
    'key.created: the event is gone',
  ],
  [
    'an event holds less',
    (document) => {
      const { MetricBreachedEvent } = document.components.schemas
      const { data } = (MetricBreachedEvent as unknown as Fields).properties
      Reflect.deleteProperty((data as unknown as Fields).properties, 'value')
    },
    'metric.breached.data.value is gone',
  ],
  [
    'a form of an answer is dropped',
    (document) => {
      const { content } = row(document, 'get', '/v2/audit-log').responses['200'] ?? {}
      Reflect.deleteProperty(content ?? {}, 'text/csv')
    },
    'GET /v2/audit-log: answer: no text/csv any more',
  ],
]

test.for(breaking)('it breaks callers that %s', ([, change, said]) => {
  expect(changesAfter(change)).toContain(said)
})

const compatible: readonly [string, (document: Released) => void][] = [
  [
    'an operation',
    ({ paths }) => {
      paths['/v2/new'] = { get: { parameters: [], responses: {} } }
    },
  ],
  [
    'a parameter that may be left out',
    (document) => {
      parametersOfList(document).push({ in: 'query', name: 'region', schema: { type: 'string' } })
    },
  ],
  [
    'a property of a body that may be left out',
    (document) => {
      bodyOf(document, '/v2/things').properties.region = { type: 'string' }
    },
  ],
  [
    'room for a longer text',
    (document) => {
      bodyOf(document, '/v2/things').properties.name = { type: 'string' }
    },
  ],
  [
    'null as a value of a body',
    (document) => {
      const { properties } = bodyOf(document, '/v2/things')
      properties.name = { anyOf: [properties.name as Json, { type: 'null' }] }
    },
  ],
  [
    'a property of an answer',
    (document) => {
      thing(document).properties.region = { type: 'string' }
      thing(document).required.push('region')
    },
  ],
  [
    'a value of an answer’s list of values',
    (document) => {
      const { status } = thing(document).properties as { status: { enum: string[] } }
      status.enum.push('lost')
    },
  ],
]

test.for(compatible)('%s may be added', ([, change]) => {
  expect(changesAfter(change)).toEqual([])
})

test('a reference to a schema that is not there is no agreement', () => {
  const change = ({ components }: Released) => Reflect.deleteProperty(components.schemas, 'Thing')
  expect(() => changesAfter(change)).toThrow('The document has no #/components/schemas/Thing.')
})

test('every property of every named schema is missed when it is gone', () => {
  const named = Object.entries(released.components.schemas).filter(
    ([name, { properties }]) => properties && isUsed(name),
  )
  expect(named.length).toBeGreaterThan(20)
  const { schemas } = released.components
  const unnoticed = named.flatMap(([name, { properties, ...rest }]) => {
    const before = usersOf(name)
    return Object.keys(properties as object).filter((property) => {
      const { [property]: _, ...left } = properties as Json
      const components = { schemas: { ...schemas, [name]: { ...rest, properties: left } } }
      return breakingChanges(before, { ...before, components }).length === 0
    })
  })
  expect(unnoticed).toEqual([])
})

/** Some schemas are parts of others only, or of problems. */
function isUsed(name: string): boolean {
  const { paths, webhooks } = usersOf(name)
  return Object.keys({ ...paths, ...webhooks }).length > 0
}

/** The released document with no more than one path and one event, which refer to a named schema. */
function usersOf(name: string): Released {
  const one = (all: Released['paths']) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([, part]) => JSON.stringify(part).includes(`"#/components/schemas/${name}"`))
        .slice(0, 1),
    )
  return { ...released, paths: one(released.paths), webhooks: one(released.webhooks) }
}
