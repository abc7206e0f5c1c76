import { type JsonSchema, jsonContract } from '@sluice/contract'

export type Json = Record<string, unknown>

/** The contract's schemas, referring to each other as the parts of an OpenAPI document do. */
export const schemas = relocate(jsonContract())

/** What a schema says of itself, or what the named one says that it refers to. */
export function descriptionOf({ $ref, description }: JsonSchema): string | undefined {
  return description ?? schemas.named[$ref?.split('/').at(-1) ?? '']?.description
}

function relocate<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
