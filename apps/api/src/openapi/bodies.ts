import { type Operation, type OperationName, operations } from '@sluice/contract'
import { descriptionOf, type Json, schemas } from './schemas.ts'

/** The body of a row in each of its formats; undefined for a row without one. */
export function bodyOf(name: OperationName): Json | undefined {
  const { body, bodyType = 'application/json', orJson, example }: Operation = operations[name]
  const { body: schema } = schemas.rows[name]
  if (!body || !schema) return undefined
  const description = descriptionOf(schema)
  const shown = example?.body !== undefined && { example: example.body }
  const asJson = { schema: { type: 'object', description: `${description}, in JSON` }, ...shown }
  return {
    description,
    required: !body.safeParse(undefined).success,
    content: {
      // First, since code generators use the first format.
      ...(orJson && { 'application/json': asJson }),
      [bodyType]: { schema, ...(!orJson && shown) },
    },
  }
}
