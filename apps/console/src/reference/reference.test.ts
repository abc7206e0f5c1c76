import { expect, test } from 'vitest'
import { type ApiDocument, groupsOf, resolved } from './document.ts'
import { canBeSent, requestOf } from './request.ts'
import { fieldsWithin, schemaWords } from './schema-words.ts'

const thing = { type: 'object', properties: { id: { type: 'string' } } }
const operation = { description: '', responses: {} }
const document: ApiDocument = {
  paths: {
    '/v2/things': {
      get: { ...operation, operationId: 'things.list', tags: ['Things'], summary: 'List things' },
    },
    '/v2/thing/{thingId}': {
      get: { ...operation, operationId: 'things.get', tags: ['Things'], summary: 'Get a thing' },
    },
    '/v2/keys': {
      post: { ...operation, operationId: 'keys.create', tags: ['Keys'], summary: 'Create a key' },
    },
  },
  components: { schemas: { Thing: thing } },
}

test('groups operations by tag, and finds them by text', () => {
  expect(groupsOf(document, '').map(({ name }) => name)).toEqual(['Things', 'Keys'])
  const [group] = groupsOf(document, ' LIST ')
  expect(group?.operations.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/v2/things'],
  ])
})

test('describes a schema in words, and finds its fields through references', () => {
  const ref = { $ref: '#/components/schemas/Thing' }
  expect(resolved(document, ref)).toEqual(thing)
  expect(schemaWords(document, { type: 'array', items: ref })).toBe('array of Thing')
  expect(schemaWords(document, { anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe(
    'string or null',
  )
  expect(fieldsWithin(document, { anyOf: [{ type: 'null' }, { items: ref }] })).toEqual(thing)
})

test('a request contains its parameters, escaped, and omits empty ones', () => {
  const [, get] = groupsOf(document, '')[0]?.operations ?? []
  if (!get) throw new Error('there is no operation to ask for')
  const parameters = [
    { name: 'thingId', in: 'path' as const },
    { name: 'fields', in: 'query' as const },
    { name: 'limit', in: 'query' as const },
    { name: 'If-Match', in: 'header' as const },
  ]
  const values = { thingId: 'a/b', fields: 'id,name', limit: '', 'If-Match': '"3"' }
  expect(requestOf({ ...get, parameters }, { key: ' k ', values, body: '' })).toEqual({
    path: '/v2/thing/a%2Fb?fields=id%2Cname',
    init: { method: 'GET', headers: { 'X-Api-Key': 'k', 'If-Match': '"3"' } },
  })
})

test('a header with a character beyond Latin-1 cannot be sent', () => {
  expect(canBeSent({ 'X-Api-Key': 'svcad_Ü' })).toBe(true)
  expect(canBeSent({ 'X-Api-Key': '“svcad”' })).toBe(false)
})
