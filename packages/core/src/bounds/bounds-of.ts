/**
 * Checks only the bounds of a schema.
 *
 * zod runs every check on a value, even after one has failed: a parser of units would read a megabyte of text whose
 * length is already wrong. So lengths, counts and depths are checked here first, and nothing else if one fails. A
 * schema is compiled to closures once; their cost is at most proportional to the bounds, not to the call.
 */
import { callLimits } from '@sluice/contract'
import type { z } from 'zod'
import { sizeFault } from './size-fault.ts'

/** Called for each exceeded bound, with its path. */
export type Report = (path: readonly PropertyKey[], detail: string) => void

/** Checks a value at `path`, which is changed and restored while its contents are checked. */
export type Look = (value: unknown, path: PropertyKey[], report: Report) => void

/** The part of a schema's definition that is used here. */
interface Def {
  readonly type: string
  readonly coerce?: boolean
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[]
  readonly shape?: Record<string, z.ZodType>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly valueType?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly options?: readonly z.ZodType[]
}

interface CheckDef {
  readonly check: string
  readonly maximum?: number
  readonly error?: (issue: object) => unknown
}

const looks = new WeakMap<z.ZodType, Look>()

/** Compiles a schema's bounds: reports every bound that a value exceeds, and nothing else. */
export function boundsOf(schema: z.ZodType): Look {
  const known = looks.get(schema)
  if (known) return known
  const look = compile(schema)
  looks.set(schema, look)
  return look
}

function compile(schema: z.ZodType): Look {
  const { def } = schema as unknown as { def: Def }
  switch (def.type) {
    case 'string':
    case 'enum':
    case 'literal':
      return textLook(def)
    case 'number':
      return def.coerce ? textLook({ ...def, checks: [] }) : nothing
    case 'array':
      return listLook(def)
    case 'tuple':
      return listLook({ ...def, checks: [] })
    case 'object':
      return objectLook(Object.entries(def.shape ?? {}))
    case 'record':
      return mapLook(def.valueType)
    case 'union':
      return unionLook(def.options ?? [])
    case 'unknown':
    case 'any':
      return (value, path, report) => {
        const fault = sizeFault(value)
        if (fault) report(path, fault)
      }
    default: {
      const inner = def.innerType ?? def.in
      return inner ? boundsOf(inner) : nothing
    }
  }
}

const nothing: Look = () => {}

/** The greatest length that a schema's checks allow, and the message for a longer text. */
function longest({ checks = [] }: Def, preset: number, words: (most: number) => string) {
  const found = checks.map(({ _zod }) => _zod.def).find(({ check }) => check === 'max_length')
  const most = found?.maximum ?? preset
  const said = found?.error?.({})
  return { most, detail: typeof said === 'string' ? said : words(most) }
}

function textLook(def: Def): Look {
  const words = (most: number) => `must have at most ${most} characters`
  const { most, detail } = longest(def, callLimits.text, words)
  // Spaces at the ends are trimmed before the length counts, so the text may have many more.
  const trims = def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite')
  const bound = trims ? Math.max(most, callLimits.text) : most
  return (value, path, report) => {
    if (typeof value === 'string' && value.length > bound) report(path, detail)
  }
}

function listLook(def: Def): Look {
  const words = (most: number) => `must hold at most ${most} elements`
  const { most, detail } = longest(def, callLimits.members, words)
  const look = def.element ? boundsOf(def.element) : nothing
  return (value, path, report) => {
    if (!Array.isArray(value)) return
    if (value.length > most) return report(path, detail)
    if (look === nothing) return
    for (let i = 0; i < value.length; i += 1) inside(look, value[i], i, path, report)
  }
}

function objectLook(shape: readonly (readonly [string, z.ZodType])[]): Look {
  const members = shape
    .map(([name, schema]) => [name, boundsOf(schema)] as const)
    .filter(([, look]) => look !== nothing)
  const most = shape.length + callLimits.unknownFields
  return (value, path, report) => {
    if (!isMap(value)) return
    if (hasMoreThan(value, most)) return report(path, `has more than ${most} fields`)
    for (const [name, look] of members) {
      if (Object.hasOwn(value, name)) inside(look, value[name], name, path, report)
    }
  }
}

/** A map of `unknown` is arbitrary JSON; a map of a known type has bounded members. */
function mapLook(valueType: z.ZodType | undefined): Look {
  const look = valueType ? boundsOf(valueType) : nothing
  const isFree = (valueType as unknown as { def: Def } | undefined)?.def.type === 'unknown'
  if (isFree) return look
  return (value, path, report) => {
    if (!isMap(value)) return
    if (hasMoreThan(value, callLimits.members)) {
      return report(path, `must have at most ${callLimits.members} members`)
    }
    for (const name in value) inside(look, value[name], name, path, report)
  }
}

/** A value is too large only if it exceeds a bound of every option that it may match. */
function unionLook(options: readonly z.ZodType[]): Look {
  const forms = options.map((option) => ({ isOf: kindOf(option), look: boundsOf(option) }))
  return (value, path, report) => {
    const found: [readonly PropertyKey[], string][] = []
    for (const { isOf, look } of forms) {
      if (!isOf(value)) continue
      const before = found.length
      look(value, path, (where, detail) => found.push([[...where], detail]))
      if (found.length === before) return
    }
    const [first] = found
    if (first) report(...first)
  }
}

/** Whether a value may match a schema, judging by its type. */
function kindOf(schema: z.ZodType): (value: unknown) => boolean {
  switch ((schema as unknown as { def: Def }).def.type) {
    case 'string':
      return (value) => typeof value === 'string'
    case 'array':
      return Array.isArray
    case 'object':
    case 'record':
      return isMap
    case 'number':
    case 'boolean':
    case 'null':
      return (value) => typeof value === 'number' || typeof value === 'boolean' || value === null
    default:
      return () => true
  }
}

function inside(
  look: Look,
  value: unknown,
  name: PropertyKey,
  path: PropertyKey[],
  report: Report,
): void {
  path.push(name)
  look(value, path, report)
  path.pop()
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasMoreThan(map: object, most: number): boolean {
  let count = 0
  for (const _name in map) {
    count += 1
    if (count > most) return true
  }
  return false
}
