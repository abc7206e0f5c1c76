import {
  type Operation,
  type OperationName,
  openLimit,
  operations,
  wholeDescription,
} from '@sluice/contract'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import { type Json, schemas } from './schemas.ts'

/** A row as an operation of the document. */
export function describeRow(name: OperationName): Json {
  const row: Operation = operations[name]
  const { body, bodyType = 'application/json', orJson, deprecated, example } = row
  return {
    operationId: name,
    tags: [row.tag],
    summary: row.summary,
    description: `${wholeDescription(row)}\n\n${accessOf(row)}`,
    ...(deprecated && { deprecated: true }),
    ...(row.access.target === 'open' && { security: [] }),
    parameters: parametersOf(name),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: {
          [bodyType]: {
            schema: schemas.rows[name].body,
            ...(example?.body !== undefined && { example: example.body }),
          },
          ...(orJson && { 'application/json': { schema: { type: 'object' } } }),
        },
      },
    }),
    responses: responsesOf(name),
  }
}

function accessOf({ access, tier }: Operation): string {
  return access.target === 'open'
    ? `Needs no key. At most ${openLimit.perMinute} calls a minute from one address.`
    : `Scope: \`${access.action}\` on the ${access.resource}. Rate tier: ${tier}.`
}
