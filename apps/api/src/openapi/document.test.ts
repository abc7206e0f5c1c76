import { eventTypes, openLimit, testEventType } from '@sluice/contract'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

interface Row {
  readonly security?: unknown[]
  readonly description: string
  readonly requestBody?: object
  readonly responses: Record<string, { content: object; headers: object }>
}
interface Webhook extends Row {
  readonly parameters: readonly { readonly name: string }[]
}
const { paths, webhooks, components } = openApiDocument('http://api.example') as {
  paths: object
  webhooks: object
  components: Record<string, object>
}

function row(path: string, method: string): Row {
  return (paths as Record<string, Record<string, Row>>)[path]?.[method] as Row
}

test('a public operation needs no key and documents its rate limit', () => {
  const report = row('/v2/leaked-keys', 'post')
  expect(report.security).toEqual([])
  expect(report.description).toContain(`${openLimit.perMinute} calls a minute from one address`)
  expect(Object.keys(report.responses)).toEqual([
    '202',
    '400',
    '406',
    '408',
    '413',
    '415',
    '429',
    '431',
    '500',
    '503',
  ])
  expect(row('/v2/things', 'get')).not.toHaveProperty('security')
})

test('an optional body is not required', () => {
  expect(row('/v2/key/{keyId}/rotate', 'post').requestBody).toMatchObject({ required: false })
})

test('an operation lists the media types of its answer', () => {
  const log = row('/v2/audit-log', 'get').responses['200']
  expect(log?.content).toMatchObject({
    'application/json': { schema: { type: 'object' } },
    'text/csv': { schema: { type: 'string' } },
  })
  expect(log?.headers).toHaveProperty('Link')
  const things = row('/v2/things', 'get').responses['200']
  expect(Object.keys(things?.content ?? {})).toEqual(['application/json'])
  expect(things?.headers).not.toHaveProperty('Link')
})

test('answers and refusals list the headers that they have', () => {
  const headersOf = (path: string, status: string) =>
    Object.keys(row(path, 'post').responses[status]?.headers ?? {})
  expect(headersOf('/v2/things', '201')).toContain('Location')
  expect(headersOf('/v2/things/batch', '200')).not.toContain('Location')
  const responses = components.responses as Record<string, { headers: object }>
  for (const [name, { headers }] of Object.entries(responses)) {
    const special =
      name === 'Unauthorized' ? ['WWW-Authenticate'] : ['RateLimit-Policy', 'RateLimit']
    expect(Object.keys(headers), name).toEqual(expect.arrayContaining(['X-Request-Id', ...special]))
  }
})

test('a refusal has its title and its advice in paragraphs of their own', () => {
  const { NotFound } = components.responses as Record<string, { description: string }>
  const [title, intro, advice] = NotFound?.description.split('\n\n') ?? []
  expect([title, intro]).toEqual(['Not Found.', 'By the last part of its `type`:'])
  expect(advice).toMatch(/^- `not-found`: /)
})

test('each event that integrations are sent has a webhook with its schema and headers', () => {
  expect(Object.keys(webhooks as object).sort()).toEqual([...eventTypes, testEventType].sort())
  const { post } = (webhooks as Record<'thing.updated', { post: Webhook }>)['thing.updated']
  expect(post.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(post.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ThingUpdatedEvent' },
        example: { type: 'thing.updated', data: { previous: { name: 'Truck seven' } } },
      },
    },
  })
  expect(components).toHaveProperty('schemas.ThingUpdatedEvent.properties.data')
})
