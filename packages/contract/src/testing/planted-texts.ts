import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { leavesOf, type Path, valueAt, withValueAt } from './leaves.ts'
import type { GeneratedCall } from './ugliest.ts'

/** A call with a text where the caller could have put another, and where that is. */
export interface PlantedCall {
  readonly what: string
  readonly call: GeneratedCall
}

type Row = Pick<Operation, 'params' | 'query' | 'body'>

const parts = ['params', 'query', 'body'] as const

/**
 * The calls of a row that have a text at one place each: as every part of its input, whatever kind that should be, as the
 * name of a member of every object, and within bytes in place of `within`. The rest is as in `base`.
 */
export function* plantedCalls(
  row: Row,
  base: GeneratedCall,
  { text, within }: { readonly text: string; readonly within: string },
): Generator<PlantedCall> {
  for (const part of parts) {
    for (const path of placesIn(row[part], part)) {
      const whole = base[part]
      const value = valueAt(whole, path)
      const planted = value instanceof Uint8Array ? replacedIn(value, within, text) : text
      yield {
        what: [part, ...path].join('.'),
        call: { ...base, [part]: withValueAt(whole, path, planted) },
      }
    }
    if (part === 'params') continue
    for (const path of objectsIn(base[part])) {
      const named = withValueAt(base[part], [...path, text], 'x')
      yield { what: [part, ...path, 'a name'].join('.'), call: { ...base, [part]: named } }
    }
  }
}

function placesIn(schema: z.ZodType | undefined, part: string): Path[] {
  if (!schema) return part === 'query' ? [['nope']] : []
  return leavesOf(schema).map(({ path }) => path)
}

/** The objects of a value. A call without a query or a body may have one all the same. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (value === undefined && path.length === 0) return [[]]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  const inside = Object.entries(value).flatMap(([name, member]) =>
    objectsIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return Array.isArray(value) ? inside : [path, ...inside]
}

function replacedIn(bytes: Uint8Array, within: string, text: string): Uint8Array {
  const latin1 = Buffer.from(bytes).toString('latin1')
  return Buffer.from(latin1.replaceAll(within, text), 'latin1')
}
