import {
  callLimits,
  carriesEtag,
  type Operation,
  type OperationName,
  operations,
  takesIdempotencyKey,
  takesIfMatch,
} from '@sluice/contract'
import { type Json, schemas } from './schemas.ts'

/** The parameters of a row: everything outside of its body. */
export function parametersOf(name: OperationName): Json[] {
  const row: Operation = operations[name]
  return [
    ...schemaParameters(name, 'path'),
    ...schemaParameters(name, 'query'),
    ...(takesIfMatch(row) ? [ifMatch] : []),
    ...(carriesEtag(row) ? [ifNoneMatch] : []),
    ...(takesIdempotencyKey(row) ? [idempotencyKey(row)] : []),
  ]
}

function schemaParameters(name: OperationName, place: 'path' | 'query'): Json[] {
  const { params, query } = schemas.rows[name]
  const { properties = {}, required = [] } = (place === 'path' ? params : query) ?? {}
  const { example }: Operation = operations[name]
  return Object.entries(properties).map(([parameter, { description, examples, ...schema }]) => ({
    name: parameter,
    in: place,
    required: place === 'path' || required.includes(parameter),
    ...(description !== undefined && { description }),
    schema,
    ...exampleOf(place === 'query' ? example?.query?.[parameter] : examples?.[0], schema),
  }))
}

/** Examples are written as in a URL; in the document they have their schema's type. */
function exampleOf(written: string | undefined, { type }: { type?: unknown }): Json {
  if (written === undefined) return {}
  const isNumber = type === 'integer' || type === 'number'
  return { example: isNumber ? Number(written) : written }
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    "The etag that was read, or the ETag header's value; 412 when the resource has changed since",
  schema: { type: 'string' },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the response that you have; 304 without content if it has not changed',
  schema: { type: 'string' },
}

function idempotencyKey({ secretField }: Operation): Json {
  const repeat = secretField
    ? `a retry gets 409, because the ${secretField} is only in the first response`
    : 'a retry gets the response to the first call, with Idempotency-Replayed: true'
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A string of your choice, such as a UUID, new for every call and the same for its retries. For 24 hours ${repeat}; a different call with it gets 422, and a retry while the first call is in progress 409 with Retry-After.`,
    schema: {
      ...{ type: 'string', minLength: 1, maxLength: callLimits.idempotencyKey },
      pattern: '^[\\x21-\\x7e]+$',
    },
  }
}
