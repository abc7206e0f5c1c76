import { type JsonSchema, jsonContract, problemSchema, writeReceipt } from '@sluice/contract'
import { z } from 'zod'

export type Json = Record<string, unknown>

/** The contract's schemas, referring to each other as the parts of an OpenAPI document do. */
export const schemas = relocate(jsonContract())

export const problemJson = ownSchema(problemSchema, 'Problem')

export const receiptJson = ownSchema(writeReceipt, 'WriteReceipt')

/** What a schema says of itself, or what the named one says that it refers to. */
export function descriptionOf({ $ref, description }: JsonSchema): string | undefined {
  return description ?? schemas.named[$ref?.split('/').at(-1) ?? '']?.description
}

function relocate<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** A named schema itself, which zod answers as a reference to its definition. */
function ownSchema(schema: z.ZodType, name: string): Json {
  const { $defs } = z.toJSONSchema(schema, { io: 'output' }) as { $defs: Record<string, Json> }
  const { id, ...json } = relocate($defs[name] ?? {})
  return json
}
