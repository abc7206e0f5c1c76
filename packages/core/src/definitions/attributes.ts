import type { Fault } from '@sluice/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { LRUCache } from 'lru-cache'
import { linearPatterns } from './linear-patterns.ts'

/** Most characters of a schema's JSON: compiling takes time in proportion. */
const LONGEST_SCHEMA = 65_536

interface Validator {
  readonly validate: ValidateFunction
  /** Allows its patterns their work for one validation. */
  readonly refill: () => void
}

/**
 * The validators used last, by their schemas' JSON. Compiling one takes a hundred times as long as using
 * it, and leaves code behind that the engine has to collect.
 */
const validators = new LRUCache<string, Validator>({ max: 200 })

/** Compiles a JSON Schema in an instance of its own: schemas of tenants never share names. */
function compile(schema: object): Validator {
  const json = JSON.stringify(schema)
  if (json.length > LONGEST_SCHEMA) {
    throw new Error(`its JSON must have at most ${LONGEST_SCHEMA} characters`)
  }
  const known = validators.get(json)
  if (known) return known
  const { regExp, refill } = linearPatterns()
  const options = { allErrors: true, strict: false, logger: false, code: { regExp } } as const
  const validator = { validate: new Ajv2020(options).compile(schema), refill }
  validators.set(json, validator)
  return validator
}

/** What is wrong with a type's `attributesSchema`, or undefined when it is usable. */
export function attributesSchemaFault(schema: object): string | undefined {
  // An asynchronous validator answers a promise, which is true whatever it comes to.
  if ('$async' in schema) return 'must not be $async'
  try {
    compile(schema)
    return undefined
  } catch (error) {
    return `is not a valid JSON Schema (2020-12): ${messageOf(error)}`
  }
}

/** The faults of a thing's attributes by its type's schema, as pointers below `at`. */
export function attributeFaults(
  type: { attributesSchema: unknown },
  attributes: Record<string, unknown>,
  at: string,
): Fault[] {
  if (type.attributesSchema === null) return []
  try {
    const { validate, refill } = compile(type.attributesSchema as object)
    refill()
    return validate(attributes) ? [] : (validate.errors ?? []).map((error) => faultOf(error, at))
  } catch (error) {
    // More text than its patterns may search, or a type from before these bounds. What cannot be checked is
    // refused.
    const detail = `cannot be checked with the thing type's attributesSchema: ${messageOf(error)}`
    return [{ pointer: at, detail }]
  }
}

function faultOf(error: ErrorObject, at: string): Fault {
  return { pointer: at + error.instancePath, detail: error.message ?? 'does not fit the schema' }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
