import type { Judge } from './judge.ts'
import type { Indexed } from './keywords.ts'

type Keywords = { readonly [keyword: string]: unknown }

/** Steps of testing a pattern, whatever its size and the text, which `linearPatterns` counts. */
const PATTERN = 4

export function indexOf({ schema }: Judge, keywords: Keywords): Indexed {
  const index = schema.indexes.get(keywords)
  if (!index) throw new Error('A schema was not indexed.')
  return index
}

/** The entries of a map that a value has members for. Passes over the smaller of the two. */
export function concerning<Entry>(
  judgement: Judge,
  map: ReadonlyMap<string, Entry>,
  value: object,
): readonly (readonly [string, Entry])[] {
  if (map.size === 0) return []
  const names = judgement.namesOf(value)
  judgement.spend(Math.min(map.size, names.length))
  if (map.size <= names.length) return [...map].filter(([name]) => Object.hasOwn(value, name))
  return names.filter((name) => map.has(name)).map((name) => [name, map.get(name) as Entry])
}

export function matches(judgement: Judge, pattern: string, text: string): boolean {
  judgement.spend(PATTERN)
  return judgement.schema.patterns.get(pattern)?.test(text) ?? false
}
