import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type KeyAccess, type Operation, takesIdempotencyKey } from './operation.ts'
import { actorNames, openNames, operationNames, operations } from './operations.ts'
import { pathForms } from './scopes.ts'
import { openLimit, tiers } from './tiers.ts'

const rows: Record<string, Operation> = operations

describe.each(operationNames)('%s', (name) => {
  const row: Operation = operations[name]
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)

  test('has a path below /v2 whose parameters are those of its schema', () => {
    expect(row.path).toMatch(/^(\/v2)(\/[a-z-]+|\/\{[a-zA-Z]+Id\})+$/)
    expect(Object.keys(row.params?.shape ?? {}).sort()).toEqual(inPath.toSorted())
  })

  test('names its resource by the first parameter exactly when it acts on one', () => {
    expect(inPath.length > 0).toBe(row.access.target === 'one')
    if (row.access.target === 'one') expect(inPath[0]).toBe(`${row.access.resource}Id`)
  })

  test('draws on a tier that exists: the data tier for series and usage, standard for all else', () => {
    const reads = /\/(timeseries|summary|recent|usage|calls|suggestions|replay)$/.test(row.path)
    const open = row.access.target === 'open'
    expect({ ...tiers, open: openLimit }).toHaveProperty([row.tier])
    expect(row.tier).toBe(open ? 'open' : reads ? 'data-read' : 'standard')
  })

  test('has a body only where its method carries one, and answers what its status allows', () => {
    if (row.method === 'GET' || row.method === 'DELETE') expect(row.body).toBeUndefined()
    expect(row.status === 204).toBe(row.response.safeParse(null).success)
    const makes = ['keys.rotate', 'limitRequests.create'].includes(name)
    const tells = name === 'things.batch'
    expect(row.status === 201).toBe((row.access.target === 'new' && !tells) || makes)
  })

  test('offers JSON, whatever else it offers', () => {
    expect(row.mediaTypes ?? ['application/json']).toContain('application/json')
  })

  test('has a JSON Schema', () => {
    const inputs = [row.params, row.query, row.body].filter((schema) => schema !== undefined)
    for (const schema of inputs) {
      expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw' })).toBeTypeOf('object')
    }
    const answer = z.toJSONSchema(row.response, { io: 'output', unrepresentable: 'throw' })
    expect(answer).toBeTypeOf('object')
  })

  test('says which field of its answer is a secret, so that no kept answer holds one', () => {
    const answer = row.response instanceof z.ZodObject ? row.response.shape : {}
    const secrets = ['key', 'secret'].filter((field) => field in answer)
    if (takesIdempotencyKey(row)) expect(secrets).toEqual([row.secretField ?? []].flat())
    else expect(row.secretField).toBeUndefined()
  })

  test('documents itself', () => {
    for (const text of [row.tag, row.summary, row.description]) {
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
    }
  })
})

const withBody = operationNames.filter((name) => rows[name]?.body)
const withQuery = operationNames.filter((name) => rows[name]?.query)

test.each(withBody.filter((name) => !rows[name]?.bodyType))(
  '%s has a body as an example',
  (name) => {
    expect(rows[name]?.body?.safeParse(rows[name]?.example?.body).error).toBeUndefined()
  },
)

test.each(withQuery.filter((name) => rows[name]?.example?.query))(
  '%s has an example of a query that its own schema takes',
  (name) => {
    expect(rows[name]?.query?.safeParse(rows[name]?.example?.query).error).toBeUndefined()
  },
)

test.each(withBody)('%s refuses fields that it does not know', (name) => {
  const body = { ...(rows[name]?.example?.body as object), nope: 1 }
  expect(rows[name]?.body?.safeParse(body).success).toBe(false)
})

test.each(withQuery)('%s refuses query parameters that it does not know', (name) => {
  expect(rows[name]?.query?.safeParse({ nope: '1' }).success).toBe(false)
})

test.each(actorNames)('%s needs the action read exactly when it changes nothing', (name) => {
  const row: Operation = operations[name]
  const { action } = row.access as KeyAccess
  expect(action === 'read').toBe(row.method === 'GET' || row.readOnly === true)
})

test('every row is open or acts for somebody', () => {
  expect([...openNames, ...actorNames].sort()).toEqual([...operationNames].sort())
  expect(openNames).toEqual(['leakedKeys.report'])
})

test('no two rows share a method and path', () => {
  const keys = Object.values(rows).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('the spec names its paths and tiers', () => {
  const tierOf = (wanted: string) =>
    Object.values(rows).find(({ method, path }) => `${method} ${path}` === wanted)?.tier
  expect(tierOf('GET /v2/things')).toBe('standard')
  expect(tierOf('POST /v2/thing/{thingId}/data')).toBe('standard')
  expect(tierOf('POST /v2/thing/{thingId}/data/columnar')).toBe('standard')
  expect(tiers).toEqual({
    standard: { perMinute: 600, burst: 1000 },
    'data-read': { perMinute: 6000, burst: 10_000 },
  })
})

test('every form of a resource path is written once', () => {
  expect(new Set(pathForms).size).toBe(pathForms.length)
})
