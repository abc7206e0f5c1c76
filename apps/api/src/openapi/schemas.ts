import { type JsonSchema, jsonContract } from '@sluice/contract'

export type Json = Record<string, unknown>

/** The contract's schemas, with references in OpenAPI's form. */
export const schemas = relocate(jsonContract())

/** A schema's own description, or that of the named schema it refers to. */
export function descriptionOf({ $ref, description }: JsonSchema): string | undefined {
  return description ?? schemas.named[$ref?.split('/').at(-1) ?? '']?.description
}

function relocate<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
