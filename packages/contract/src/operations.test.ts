import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type KeyAccess, type Operation, takesIdempotencyKey } from './operation.ts'
import { actorNames, openNames, operationNames, operations } from './operations.ts'
import { openLimit, tiers } from './tiers.ts'
import { pathForms } from './words.ts'

const rows: Record<string, Operation> = operations

describe.each(operationNames)('%s', (name) => {
  const row: Operation = operations[name]
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)

  test('has a path below /v2 whose parameters are those of its schema', () => {
    expect(row.path).toMatch(/^(\/v2)(\/[a-z-]+|\/\{[a-zA-Z]+Id\})+$/)
    expect(Object.keys(row.params?.shape ?? {}).sort()).toEqual(inPath.toSorted())
  })

  test('names its resource in the first path parameter if it acts on one', () => {
    expect(inPath.length > 0).toBe(row.access.target === 'one')
    if (row.access.target === 'one') expect(inPath[0]).toBe(`${row.access.resource}Id`)
  })

  test('has the data-read tier for series and usage, else the standard tier', () => {
    const reads =
      /\/(timeseries|summary|recent|usage|calls|calls\/counts|suggestions|replay)$/.test(row.path)
    const open = row.access.target === 'open'
    expect({ ...tiers, open: openLimit }).toHaveProperty([row.tier])
    expect(row.tier).toBe(open ? 'open' : reads ? 'data-read' : 'standard')
  })

  test('has a body and a response that suit its method and status', () => {
    if (row.method === 'GET' || row.method === 'DELETE') expect(row.body).toBeUndefined()
    expect(row.status === 204).toBe(row.response.safeParse(null).success)
    const makes = ['keys.rotate', 'limitRequests.create'].includes(name)
    const tells = name === 'things.batch'
    expect(row.status === 201).toBe((row.access.target === 'new' && !tells) || makes)
  })

  test('offers JSON', () => {
    expect(row.mediaTypes ?? ['application/json']).toContain('application/json')
  })

  test('has a JSON Schema for each of its inputs and its response', () => {
    const inputs = [row.params, row.query, row.body].filter((schema) => schema !== undefined)
    for (const schema of inputs) {
      expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw' })).toBeTypeOf('object')
    }
    const answer = z.toJSONSchema(row.response, { io: 'output', unrepresentable: 'throw' })
    expect(answer).toBeTypeOf('object')
  })

  test('names the secret fields of a response stored for idempotency', () => {
    const answer = row.response instanceof z.ZodObject ? row.response.shape : {}
    const secrets = ['key', 'secret'].filter((field) => field in answer)
    if (takesIdempotencyKey(row)) expect(secrets).toEqual([row.secretField ?? []].flat())
    else expect(row.secretField).toBeUndefined()
  })

  test('has a tag, a summary and a description', () => {
    for (const text of [row.tag, row.summary, row.description]) {
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
    }
  })
})

const withBody = operationNames.filter((name) => rows[name]?.body)
const withQuery = operationNames.filter((name) => rows[name]?.query)

test.each(withBody.filter((name) => !rows[name]?.bodyType))(
  'the example body of %s matches its schema',
  (name) => {
    expect(rows[name]?.body?.safeParse(rows[name]?.example?.body).error).toBeUndefined()
  },
)

test.each(withQuery.filter((name) => rows[name]?.example?.query))(
  'the example query of %s matches its schema',
  (name) => {
    expect(rows[name]?.query?.safeParse(rows[name]?.example?.query).error).toBeUndefined()
  },
)

test.each(withBody)('%s rejects unknown fields', (name) => {
  const body = { ...(rows[name]?.example?.body as object), nope: 1 }
  expect(rows[name]?.body?.safeParse(body).success).toBe(false)
})

test.each(withQuery)('%s rejects unknown query parameters', (name) => {
  expect(rows[name]?.query?.safeParse({ nope: '1' }).success).toBe(false)
})

test.each(actorNames)('%s requires the action read exactly when it changes nothing', (name) => {
  const row: Operation = operations[name]
  const { action } = row.access as KeyAccess
  expect(action === 'read').toBe(row.method === 'GET' || row.readOnly === true)
})

test('every operation except leakedKeys.report requires an actor', () => {
  expect([...openNames, ...actorNames].sort()).toEqual([...operationNames].sort())
  expect(openNames).toEqual(['leakedKeys.report'])
})

test('no two operations share a method and path', () => {
  const keys = Object.values(rows).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('tiers and the operations that use them are as specified', () => {
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

test('no form of a resource path is listed twice', () => {
  expect(new Set(pathForms).size).toBe(pathForms.length)
})
