import type { Fault } from '@sluice/contract'
import { extraDigits, stepsBelow } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import {
  judge,
  type Prepared,
  prepare,
  type Schema,
  type SchemaFault,
} from './json-schema/index.ts'

/** The most characters of a schema's JSON, with its numbers written in full: reading takes linear time. */
const MAX_SCHEMA_LENGTH = 65_536

/** Bytes of a prepared schema for each character of its JSON: up to 32 were measured. */
const BYTES_PER_CHARACTER = 32

/** Recently used schemas, by their JSON. */
const known = new LRUCache<string, Prepared>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: (_, json) => 1000 + BYTES_PER_CHARACTER * json.length,
})

/** Prepares a JSON Schema. Throws an Error that says why it cannot be used. */
function read(schema: object): Prepared {
  const json = JSON.stringify(schema)
  if (json.length + extraDigits(schema, MAX_SCHEMA_LENGTH) > MAX_SCHEMA_LENGTH) {
    throw new Error(`its JSON must have at most ${MAX_SCHEMA_LENGTH} characters`)
  }
  const prepared = known.get(json) ?? prepare(schema as Schema)
  known.set(json, prepared)
  return prepared
}

/** What is wrong with a type's `attributesSchema`; undefined if it is usable. */
export function attributesSchemaFault(schema: object): string | undefined {
  // An asynchronous validator returns a promise, which is truthy whatever its result.
  if ('$async' in schema) return 'must not be $async'
  try {
    read(schema)
    return undefined
  } catch (error) {
    return `is not a valid JSON Schema (2020-12): ${messageOf(error)}`
  }
}

/** The faults of a thing's attributes by its type's schema, with pointers below `at`. */
export function attributeFaults(
  type: { attributesSchema: unknown },
  attributes: Record<string, unknown>,
  at: string,
): Fault[] {
  if (type.attributesSchema === null) return []
  const named = "the thing type's attributesSchema"
  return schemaFaults(type.attributesSchema as object, attributes, at, named)
}

/**
 * The faults of a value by a schema, with pointers below `at`. A single one at `at` if the value cannot be checked.
 *
 * @param spend told the steps that it took
 */
export function schemaFaults(
  schema: object,
  value: unknown,
  at: string,
  named: string,
  spend?: (steps: number) => void,
): Fault[] {
  try {
    const { faults, steps } = judge(read(schema), value)
    spend?.(steps)
    return faults.map((fault) => faultOf(fault, at))
  } catch (error) {
    // More work than a call may cause, or a schema that is older than these limits. What cannot be checked is refused.
    return [{ pointer: at, detail: `cannot be checked with ${named}: ${messageOf(error)}` }]
  }
}

function faultOf({ path, message }: SchemaFault, at: string): Fault {
  return { pointer: stepsBelow(at, path), detail: message }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
