import { canonical, type Effort } from './canonical.ts'
import { formFault, type Schema, subschemas } from './forms.ts'
import { type Indexed, indexed } from './keywords.ts'
import { linearPatterns } from './linear-patterns.ts'

type Keywords = { readonly [keyword: string]: unknown }

/** A usable JSON Schema: its form is valid, its references are resolved, its patterns are compiled. */
export interface Prepared {
  readonly root: Schema
  /** The targets of each schema with `$ref` or `$dynamicRef`. */
  readonly targets: ReadonlyMap<Keywords, readonly Schema[]>
  readonly patterns: ReadonlyMap<string, { test(text: string): boolean }>
  readonly indexes: ReadonlyMap<Keywords, Indexed>
  /** The canonical texts that each `enum` and `const` allow together. */
  readonly allowed: ReadonlyMap<Keywords, ReadonlySet<string>>
  /** Whether any schema depends on what others have evaluated (`unevaluated…`). */
  readonly tracks: boolean
  /** Grants its patterns the work of one validation. */
  readonly refill: () => void
}

const BASE = 'schema:/'
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** The deepest nesting of schemas. */
const MAX_DEPTH = 64
/** Characters of a schema's own address: each reference within the schema is resolved against it. */
const LONGEST_ADDRESS = 500

/**
 * Prepares a schema once, in time proportional to its size: references are followed during validation, never expanded.
 * Throws an Error that says what cannot be used.
 */
export function prepare(root: Schema): Prepared {
  const named = new Map<string, Schema>()
  const found: { schema: Keywords; base: string }[] = []
  const gather = (schema: Schema, base: string, depth: number) => {
    const fault = formFault(schema)
    if (fault) throw new Error(fault)
    if (depth > MAX_DEPTH) throw new Error(`its schemas are nested deeper than ${MAX_DEPTH} levels`)
    if (typeof schema === 'boolean') return
    const own = typeof schema.$id === 'string' ? ownAddress(schema.$id, base) : base
    if (own !== base || depth === 0) named.set(own, schema)
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof anchor === 'string') named.set(`${own}#${anchor}`, schema)
    }
    found.push({ schema, base: own })
    for (const inside of subschemas(schema)) gather(inside, own, depth + 1)
  }
  gather(root, BASE, 0)
  const known = new Set<unknown>(found.map(({ schema }) => schema))
  const targets = new Map<Keywords, Schema[]>()
  const { readPattern, refill } = linearPatterns()
  const patterns = new Map<string, { test(text: string): boolean }>()
  const allowed = new Map<Keywords, ReadonlySet<string>>()
  const indexes = new Map(found.map(({ schema }) => [schema, indexed(schema)]))
  const effort: Effort = { spend: () => {} }
  for (const { schema, base } of found) {
    refuseOtherDialect(schema.$schema)
    const refs = [schema.$ref, schema.$dynamicRef].filter((ref) => typeof ref === 'string')
    if (refs.length > 0)
      targets.set(
        schema,
        refs.map((ref) => targetOf(ref, base, named, known)),
      )
    const { pattern, patternProperties } = schema
    for (const source of [pattern ?? [], Object.keys(patternProperties ?? {})].flat() as string[]) {
      if (!patterns.has(source)) patterns.set(source, readPattern(source))
    }
    const texts = (schema.enum as unknown[] | undefined)?.map((value) => canonical(value, effort))
    const only = Object.hasOwn(schema, 'const') ? canonical(schema.const, effort) : undefined
    if (only === undefined) {
      if (texts) allowed.set(schema, new Set(texts))
    } else allowed.set(schema, new Set(!texts || texts.includes(only) ? [only] : []))
  }
  const tracks = found.some(
    ({ schema }) => 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema,
  )
  return { root, targets, patterns, indexes, allowed, tracks, refill }
}

function refuseOtherDialect(dialect: unknown): void {
  if (dialect === undefined || String(dialect).replace(/#$/, '') === DIALECT) return
  throw new Error(`no schema with key or ref ${JSON.stringify(String(dialect).slice(0, 200))}`)
}

function ownAddress(id: string, base: string): string {
  const address = addressOf(id, base)
  if (address.length > LONGEST_ADDRESS) {
    throw new Error(`an $id must have at most ${LONGEST_ADDRESS} characters`)
  }
  return address
}

function addressOf(ref: string, base: string): string {
  if (!URL.canParse(ref, base)) throw new Error(`${JSON.stringify(ref.slice(0, 200))} is no URI`)
  return new URL(ref, base).href.replace(/#$/, '')
}

function targetOf(
  ref: string,
  base: string,
  named: ReadonlyMap<string, Schema>,
  known: ReadonlySet<unknown>,
): Schema {
  const address = addressOf(ref, base)
  const [document = '', fragment = ''] = address.split('#')
  const target =
    named.get(address) ??
    (fragment.startsWith('/') ? within(named.get(document), fragment) : undefined)
  if (typeof target === 'boolean' || known.has(target)) return target as Schema
  throw new Error(`can't resolve reference ${ref.slice(0, 200)}`)
}

/** Resolves a JSON pointer in a URI fragment (RFC 6901, section 6). */
function within(start: unknown, fragment: string): unknown {
  let value = start
  for (const step of fragment.slice(1).split('/')) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
