import type { Schema } from './forms.ts'
import { shown } from './shown.ts'

type Keywords = { readonly [keyword: string]: unknown }

/** Members that must be present if another is, and how their absence is reported. */
interface Companions {
  readonly names: readonly string[]
  readonly fault: string
}

/** What a schema's keywords hold, in a form whose use costs no more than what it finds. */
export interface Indexed {
  readonly types: ReadonlySet<string> | undefined
  /** By pattern. */
  readonly patternProperties: ReadonlyMap<string, Schema>
  readonly dependentSchemas: ReadonlyMap<string, Schema>
  readonly dependentRequired: ReadonlyMap<string, Companions>
}

/** Indexes a schema once, so that no validation has to. */
export function indexed(schema: Keywords): Indexed {
  if (!keywords.some((keyword) => Object.hasOwn(schema, keyword))) return empty
  const { type, patternProperties, dependentSchemas, dependentRequired } = schema
  const required = [...mapOf<readonly string[]>(dependentRequired)]
  return {
    types: type === undefined ? undefined : new Set([type].flat() as string[]),
    patternProperties: mapOf(patternProperties),
    dependentSchemas: mapOf(dependentSchemas),
    dependentRequired: new Map(
      required.map(([name, names]) => [name, { names, fault: faultOf(name, names) }]),
    ),
  }
}

const none = new Map<string, never>()
const keywords = ['type', 'patternProperties', 'dependentSchemas', 'dependentRequired']
const empty: Indexed = {
  types: undefined,
  patternProperties: none,
  dependentSchemas: none,
  dependentRequired: none,
}

function mapOf<Value>(members: unknown): ReadonlyMap<string, Value> {
  return members === undefined ? none : new Map(Object.entries(members as Record<string, Value>))
}

function faultOf(name: string, names: readonly string[]): string {
  const noun = names.length === 1 ? 'property' : 'properties'
  return `must have ${noun} ${shown(names.join(', '))} when property ${shown(name)} is present`
}
