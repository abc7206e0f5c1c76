import {
  answersWritten,
  carriesEtag,
  type Operation,
  type OperationName,
  operationNames,
  operations,
  type ProblemCode,
  problems,
  takesIdempotencyKey,
  takesIfMatch,
} from '@sluice/contract'
import { exampleAnswer } from '@sluice/contract/examples'
import { csvOfPage, csvOfSeries, type SeriesPage } from '@sluice/formats'
import { hasLocation } from '../response/location.ts'
import { type Json, schemas } from './schemas.ts'

const text = (description: string) => ({ description, schema: { type: 'string' } })

/** Header fields of many answers. */
export const sharedHeaders = {
  'RateLimit-Policy': text(
    'The budget: "standard";q=600;w=60. A list if the key has a share ("standard-share") or has failed lately ("standard-failures"); the lowest counts.',
  ),
  RateLimit: text('What is left: "standard";r=742;t=26. A list like RateLimit-Policy'),
  'X-Request-Id': text('Quote it to support.'),
  ETag: text(
    'ETag of this content, for If-None-Match. It begins with the etag of the resource, the only part that If-Match compares',
  ),
  'Idempotency-Replayed': text(
    'true: this is the response to the first call with this Idempotency-Key.',
  ),
  Location: text('The path of what was created'),
  'WWW-Authenticate': text('The header that takes the key: ApiKey header="X-Api-Key"'),
  Link: text('With text/csv or Arrow: the next page, as rel="next", if there is one'),
  'Accept-Encoding': text('The supported encodings, if that of the body is not one of them'),
  'Retry-After': text('Whole seconds to wait before retrying'),
} as const

function headers(...names: (keyof typeof sharedHeaders)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** All possible answers of a row, by status. */
export function responsesOf(name: OperationName): Json {
  const row: Operation = operations[name]
  const refused = problemsOf(row).map((code) => {
    const { status, title } = problems[code]
    return [status, { $ref: `#/components/responses/${nameOf(title)}` }]
  })
  return { [row.status]: success(name, row), ...unchanged(row), ...Object.fromEntries(refused) }
}

/** The answer for a caller who already has the content. */
function unchanged(row: Operation): Json {
  if (!carriesEtag(row)) return {}
  const fields = headers('ETag', 'RateLimit-Policy', 'RateLimit', 'X-Request-Id')
  return { 304: { description: 'Not modified since the response with this ETag', headers: fields } }
}

function success(name: OperationName, row: Operation): Json {
  const common = headers(
    ...(['RateLimit-Policy', 'RateLimit', 'X-Request-Id'] as const),
    ...(hasLocation(name) ? (['Location'] as const) : []),
    ...(carriesEtag(row) ? (['ETag'] as const) : []),
    ...(takesIdempotencyKey(row) ? (['Idempotency-Replayed'] as const) : []),
    ...(row.mediaTypes ? (['Link'] as const) : []),
  )
  if (row.status === 204) return { description: 'Done', headers: common }
  const example = exampleAnswer(name)
  const content = (row.mediaTypes ?? ['application/json']).map((type) => {
    if (type === 'application/json') {
      const { response } = schemas.rows[name]
      const receipt = { $ref: '#/components/schemas/WriteReceipt' }
      const schema = answersWritten(row) ? { anyOf: [response, receipt] } : response
      return [type, { schema, example }]
    }
    return type === 'text/csv'
      ? [type, { schema: { type: 'string' }, example: csvOf(row, example) }]
      : [type, { schema: { type: 'string', format: 'binary' } }]
  })
  return { description: row.summary, headers: common, content: Object.fromEntries(content) }
}

function csvOf({ response }: Operation, example: unknown): string {
  const { items } = example as { items?: unknown[] }
  return items ? csvOfPage(response, { items }, undefined) : csvOfSeries(example as SeriesPage)
}

/** The possible problems of a row, one per status. */
function problemsOf(row: Operation): ProblemCode[] {
  const isOpen = row.access.target === 'open'
  return [
    'invalid-request',
    ...(isOpen ? [] : (['key-missing', 'scope-missing'] as const)),
    ...(row.status === 204 ? [] : (['not-acceptable'] as const)),
    ...(row.access.target === 'one' ? (['not-found'] as const) : []),
    ...(row.method === 'GET' || row.readOnly || isOpen ? [] : (['conflict'] as const)),
    ...(takesIfMatch(row) ? (['precondition-failed'] as const) : []),
    ...(row.body ? (['request-timeout', 'body-too-large', 'unsupported-media-type'] as const) : []),
    ...(takesIdempotencyKey(row) ? (['idempotency-mismatch'] as const) : []),
    ...(row.problems ?? []),
    ...(['rate-limited', 'headers-too-large', 'internal', 'unavailable'] as const),
  ]
}

/** The components that rows refer to: for each possible status, all of its problems. */
export function problemResponses(): Json {
  const used = new Set(operationNames.flatMap((name) => problemsOf(operations[name])))
  const titles = new Set([...used].map((code) => problems[code].title))
  return Object.fromEntries([...titles].map((title) => [nameOf(title), problemResponse(title)]))
}

function problemResponse(title: string): Json {
  const alike = Object.entries(problems).filter(([, problem]) => problem.title === title)
  const advice = alike.map(([code, problem]) => `- \`${code}\`: ${problem.advice}`)
  const waits = alike.some(([, { status }]) => [409, 429, 503].includes(status))
  return {
    description: `${title}.\n\nBy the last part of its \`type\`:\n\n${advice.join('\n')}`,
    headers: headers(
      'X-Request-Id',
      // Without a valid key, there is no budget to report.
      ...(title === problems['key-missing'].title
        ? (['WWW-Authenticate'] as const)
        : (['RateLimit-Policy', 'RateLimit'] as const)),
      ...(title === problems['unsupported-media-type'].title ? (['Accept-Encoding'] as const) : []),
      ...(waits ? (['Retry-After'] as const) : []),
    ),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  }
}

/** `Not Found` is the component NotFound. */
function nameOf(title: string): string {
  return title.replaceAll(' ', '')
}
