import { type Operation, operationNames, operations, problems } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

type Json = Record<string, unknown>

const api = useApi()
let document: Json & {
  paths: Record<string, Record<string, Json>>
  components: Record<string, Json>
}
beforeAll(async () => {
  document = (await (await fetch(`${api.url}/v2/openapi.json`)).json()) as typeof document
})

/** Every object in the document, with its pointer. */
function* objectsIn(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, inside] of Object.entries(value)) {
    yield* objectsIn(inside, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

describe('the OpenAPI document', () => {
  test('contains every operation of the contract once, under its own name, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [method, path, operationId]),
    )
    const rows = operationNames.map((name) => {
      const { method, path }: Operation = operations[name]
      return [method.toLowerCase(), path, name]
    })
    expect(document.openapi).toBe('3.1.0')
    expect(described.sort()).toEqual(rows.sort())
  })

  test('contains no dangling reference', () => {
    const places = new Map(objectsIn(document))
    const references = [...places.values()].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    )
    expect(references.length).toBeGreaterThan(50)
    expect(references.filter((reference) => !places.has(reference))).toEqual([])
  })

  test('declares every path parameter and every tag that it uses', () => {
    const tags = (document.tags as { name: string }[]).map(({ name }) => name)
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const row of Object.values(methods)) {
        const parameters = row.parameters as { name: string; in: string; required?: boolean }[]
        const described = parameters.filter((parameter) => parameter.in === 'path')
        expect(described.map(({ name }) => name)).toEqual(inPath)
        expect(described.every(({ required }) => required)).toBe(true)
        expect(tags).toEqual(expect.arrayContaining(row.tags as string[]))
      }
    }
  })

  test('describes the success, body and errors of every operation', () => {
    for (const name of operationNames) {
      const row: Operation = operations[name]
      const described = document.paths[row.path]?.[row.method.toLowerCase()] as Json
      const responses = described.responses as Record<string, Json>
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([String(row.status), '400', '429', '500', '503']),
      )
      expect(described.requestBody !== undefined).toBe(row.body !== undefined)
      // A public operation does not check keys.
      const keyed = row.access.target !== 'open'
      expect('401' in responses && '403' in responses).toBe(keyed)
      if (row.access.target === 'one') expect(responses).toHaveProperty('404')
    }
  })

  test('names the header of the key and the URL of the service', () => {
    expect(document.components.securitySchemes).toEqual({
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    })
    expect(document.servers).toEqual([{ url: 'http://api.example' }])
  })
})

describe('the page of a problem', () => {
  test.each(Object.keys(problems))('of the type %s is at its URL', async (code) => {
    const response = await fetch(`${api.url}/problems/${code}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ code, ...problems[code as 'internal'] })
  })

  test.each(['nope', 'constructor', '__proto__'])(
    'of the unknown type %s is not found',
    async (code) => {
      expect((await fetch(`${api.url}/problems/${code}`)).status).toBe(404)
    },
  )
})

describe('operational endpoints', () => {
  test('/healthz reports that the process is alive', async () => {
    const response = await fetch(`${api.url}/healthz`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('/readyz reports that every store answers', async () => {
    const response = await fetch(`${api.url}/readyz`)
    const { status, checks } = (await response.json()) as Json
    expect([response.status, status]).toEqual([200, 'ready'])
    expect(checks).toMatchObject({ database: 'ok', telemetry: 'ok' })
  })

  test('/metrics counts requests by operation and status, without naming organizations', async () => {
    const tenant = await newTenant(api.core)
    const { key } = await tenant.mint()
    await send(api.url, 'sites.list', {}, key)
    await send(api.url, 'sites.get', { params: { siteId: 'nope' } }, key)
    const response = await fetch(`${api.url}/metrics`)
    const text = await response.text()
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(
      /sluice_request_duration_seconds_count\{operation="sites.list",status="200"\} 1/,
    )
    expect(text).toMatch(
      /sluice_request_duration_seconds_count\{operation="sites.get",status="404"\} 1/,
    )
    expect(text).toContain('process_cpu_seconds_total')
    for (const queue of ['postgres', 'samples', 'request-log']) {
      expect(text).toContain(`sluice_queue_work{queue="${queue}",state="waiting"} 0`)
      expect(text).toContain(`sluice_queue_refused_total{queue="${queue}"} 0`)
    }
    expect(text).not.toContain(tenant.id)
  })
})
