import {
  type Operation,
  type OperationName,
  openLimit,
  operationNames,
  operations,
  type ProblemCode,
  problemSchema,
  problems,
  takesIdempotencyKey,
} from '@sluice/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of `/v2`, made from the contract's rows. */
export function openApiDocument(apiUrl: string): Json {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const name of operationNames) {
    const row: Operation = operations[name]
    const path = paths[row.path] ?? {}
    paths[row.path] = { ...path, [row.method.toLowerCase()]: describe(name, row, components) }
  }
  const problem = toJson(problemSchema, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: '2',
      description: 'Things, their telemetry, and the keys that reach them.',
    },
    servers: [{ url: apiUrl }],
    security: [{ key: [] }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((tag) => ({
      name: tag,
    })),
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      schemas: Object.fromEntries(components),
      responses: Object.fromEntries(
        Object.entries(problems).map(([code, row]) => [code, problemResponse(row, problem)]),
      ),
    },
  }
}

function problemResponse({ title, advice }: { title: string; advice: string }, schema: Json): Json {
  return {
    description: `${title}. ${advice}`,
    content: { 'application/problem+json': { schema } },
  }
}

function describe(name: OperationName, row: Operation, components: Map<string, Json>): Json {
  const { body, example } = row
  return {
    operationId: name,
    tags: [row.tag],
    summary: row.summary,
    description: `${row.description}\n\n${accessOf(row)}`,
    ...(isOpen(row) && { security: [] }),
    parameters: [
      ...parametersOf('path', row.params, components),
      ...parametersOf('query', row.query, components, example?.query),
      ...(changesOne(row) ? [ifMatch] : []),
      ...(takesIdempotencyKey(row) ? [idempotencyKey(row)] : []),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: {
          'application/json': {
            schema: toJson(body, 'input', components),
            ...(example?.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: {
      [row.status]: successOf(row, components),
      ...Object.fromEntries(problemStatuses(row)),
    },
  }
}

function isOpen({ access }: Operation): boolean {
  return access.target === 'open'
}

function accessOf({ access, tier }: Operation): string {
  return access.target === 'open'
    ? `Needs no key. At most ${openLimit.perMinute} calls a minute from one address.`
    : `Scope: \`${access.action}\` on the ${access.resource}. Rate tier: ${tier}.`
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The etag that was read; 412 when the resource has changed since',
  schema: { type: 'string' },
}

function idempotencyKey({ secretField }: Operation): Json {
  const repeat = secretField
    ? `a repeat is 409, since the ${secretField} is in the first answer alone`
    : 'a repeat is answered what the first call was, with Idempotency-Replayed: true'
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A string of your choice, a UUID say, new for every call and the same for its repeats. For 24 hours ${repeat}; another call under it is 422, and one while the first is under way 409 with Retry-After.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  }
}

function changesOne({ method }: Operation): boolean {
  return method === 'PATCH' || method === 'DELETE'
}

function successOf(row: Operation, components: Map<string, Json>): Json {
  const headers = {
    'RateLimit-Policy': {
      schema: { type: 'string' },
      description:
        'The budget: "standard";q=600;w=60. A list of two for a key that has a share of it.',
    },
    RateLimit: { schema: { type: 'string' }, description: 'What is left: "standard";r=742;t=26' },
  }
  if (row.status === 204) return { description: 'Done', headers }
  const schema = toJson(row.response, 'output', components)
  const content = (row.mediaTypes ?? ['application/json']).map((type) => [
    type,
    { schema: type === 'application/json' ? schema : { type: 'string' } },
  ])
  const link = row.mediaTypes && {
    Link: {
      schema: { type: 'string' },
      description: 'With text/csv: the next page, as rel="next", where there is one',
    },
  }
  return {
    description: row.summary,
    headers: { ...headers, ...link },
    content: Object.fromEntries(content),
  }
}

/** The problems that a row can answer, one response a status. */
function problemStatuses(row: Operation): [string, Json][] {
  const codes: ProblemCode[] = [
    'invalid-request',
    ...(isOpen(row) ? [] : (['key-missing', 'scope-missing'] as const)),
    ...(row.access.target === 'one' ? (['not-found'] as const) : []),
    ...(row.method === 'GET' || row.readOnly || isOpen(row) ? [] : (['conflict'] as const)),
    ...(changesOne(row) ? (['precondition-failed'] as const) : []),
    ...(row.body ? (['body-too-large', 'unsupported-media-type'] as const) : []),
    ...(takesIdempotencyKey(row) ? (['idempotency-mismatch'] as const) : []),
    'rate-limited',
    'internal',
    'unavailable',
  ]
  return codes.map((code) => [
    String(problems[code].status),
    { $ref: `#/components/responses/${code}` },
  ])
}

function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  components: Map<string, Json>,
  examples: Record<string, string> = {},
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJson(schema, 'input', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
}

/** A zod schema as JSON Schema (2020-12), its named parts moved to the document's components. */
function toJson(schema: z.ZodType, io: 'input' | 'output', components: Map<string, Json>): Json {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  for (const [id, part] of Object.entries(($defs as Record<string, Json> | undefined) ?? {})) {
    components.set(id, withoutId(relocate(part)))
  }
  if (typeof json.id === 'string') {
    components.set(json.id, withoutId(relocate(json)))
    return { $ref: `#/components/schemas/${json.id}` }
  }
  return relocate(json)
}

function relocate(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

function withoutId({ id, ...json }: Json): Json {
  return json
}
