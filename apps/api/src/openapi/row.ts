import {
  type Operation,
  type OperationName,
  openLimit,
  operations,
  wholeDescription,
} from '@sluice/contract'
import { bodyOf } from './bodies.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { Json } from './schemas.ts'

/** A row as an operation of the document. */
export function describeRow(name: OperationName): Json {
  const row: Operation = operations[name]
  const requestBody = bodyOf(name)
  return {
    operationId: name,
    tags: [row.tag],
    summary: row.summary,
    description: `${wholeDescription(row)}\n\n${accessOf(row)}`,
    ...(row.deprecated && { deprecated: true }),
    ...(row.access.target === 'open' && { security: [] }),
    parameters: parametersOf(name),
    ...(requestBody && { requestBody }),
    responses: responsesOf(name),
  }
}

function accessOf({ access, tier }: Operation): string {
  return access.target === 'open'
    ? `Needs no key. At most ${openLimit.perMinute} calls a minute from one address.`
    : `Scope: \`${access.action}\` on the ${access.resource}. Rate tier: ${tier}.`
}
