import { jsonContract, problemSchema, writeReceipt } from '@sluice/contract'
import { z } from 'zod'

export type Json = Record<string, unknown>

/** The contract's schemas, referring to each other as the parts of an OpenAPI document do. */
export const schemas = relocate(jsonContract())

export const problemJson = ownSchema(z.toJSONSchema(problemSchema, { io: 'output' }) as Json)

export const receiptJson = ownSchema(z.toJSONSchema(writeReceipt, { io: 'output' }) as Json)

function relocate<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** A named schema itself, which zod answers as a reference to its definition. */
function ownSchema({ $schema, id, $defs, ...json }: Json): Json {
  const own = Object.values(($defs as Record<string, Json> | undefined) ?? {})[0]
  return own ? ownSchema(own) : json
}
