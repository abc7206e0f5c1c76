import type { Fault } from '@sluice/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'

/** Compiles a JSON Schema in an instance of its own: schemas of tenants never share names. */
function compile(schema: object): ValidateFunction {
  return new Ajv2020({ allErrors: true, strict: false, logger: false }).compile(schema)
}

/** What is wrong with a type's `attributesSchema`, or undefined when it is usable. */
export function attributesSchemaFault(schema: object): string | undefined {
  // An asynchronous validator answers a promise, which is true whatever it comes to.
  if ('$async' in schema) return 'must not be $async'
  try {
    compile(schema)
    return undefined
  } catch (error) {
    return `is no JSON Schema (2020-12): ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The faults of a thing's attributes by its type's schema, as pointers below `at`. */
export function attributeFaults(
  type: { attributesSchema: unknown },
  attributes: Record<string, unknown>,
  at: string,
): Fault[] {
  if (type.attributesSchema === null) return []
  const validate = compile(type.attributesSchema as object)
  return validate(attributes) ? [] : (validate.errors ?? []).map((error) => faultOf(error, at))
}

function faultOf(error: ErrorObject, at: string): Fault {
  return { pointer: at + error.instancePath, detail: error.message ?? 'does not fit the schema' }
}
