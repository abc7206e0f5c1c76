import { type Operation, operations } from '@sluice/contract'
import { callsAtBounds } from '@sluice/contract/testing'
import { atOnce } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boundFaults } from '../bounds/index.ts'
import { longListIn, type Parts, parseByEntries } from './parse-by-entries.ts'

/** The results of both ways: data, or issues in any order. */
function bothWays(schema: z.ZodType, body: unknown) {
  const long = longListIn(schema, body)
  if (!long) return undefined
  const { data, error } = schema.safeParse(body)
  const whole = error ? { issues: error.issues } : { data }
  const parts = atOnce(parseByEntries(long, body as object))
  return { whole: sorted(whole), parts: sorted(parts) }
}

function sorted(parsed: object) {
  if (!('issues' in parsed)) return parsed
  const issues = parsed.issues as readonly z.core.$ZodIssue[]
  const texts = issues.map(({ code, path, message }) => JSON.stringify([path, code, message]))
  return { issues: texts.sort() }
}

/** Schemas of bulk bodies only document them. */
const rows: [string, Operation][] = Object.entries(operations).filter(
  ([, { bodyForm }]: [string, Operation]) => bodyForm !== 'bulk',
)
const withLists = rows.filter(([, { body }]) => body && longListIn(body, listsOf(body, [0, 0])))

function listsOf(schema: z.ZodType, list: readonly unknown[]): object {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return Object.fromEntries(names.map((name) => [name, list]))
}

describe('a long list in a body', () => {
  test('is known for rows whose entries are many', () => {
    const names = withLists.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['things.batch', 'templates.create']))
  })

  test.each(withLists)('of %s is parsed entry by entry as it is in whole', (_name, row) => {
    const base = row.example ?? {}
    const entries = Object.values((base.body as object | undefined) ?? {}).filter(Array.isArray)
    const good = entries[0]?.[0] ?? 'x'
    const some = Array.from({ length: 5 }, (_, i) =>
      typeof good === 'object' ? { ...good, id: `t${i}` } : `t${i}`,
    )
    const tries = [some, [...some, some[0]], [...some, null], [...some, 7, {}, 'x', []]]
    const schema = row.body as z.ZodType
    const bodies = tries.flatMap((list) => [
      { ...(base.body as object), ...listsOf(schema, list) },
      ...[...callsAtBounds(row, base)].map(({ call }) => ({
        ...listsOf(schema, list),
        ...(call.body as object),
      })),
    ])
    const bounded = bodies.filter((body) => boundFaults(row, { ...base, body }).length === 0)
    const compared = bounded.map((body) => bothWays(schema, body)).filter((both) => both)
    expect(compared.length).toBeGreaterThan(3)
    for (const both of compared) expect(both?.parts).toEqual(both?.whole)
  })

  test('may have rules of its own, judged unless an entry has another form', () => {
    const schema = z.strictObject({
      list: z
        .array(z.strictObject({ id: z.string().max(3) }))
        .check(({ value, issues }) => {
          if (value[0]?.id !== value[1]?.id) return
          issues.push({ code: 'custom', path: [1], message: 'repeats', input: value })
        })
        .default([]),
      other: z.int().optional(),
    })
    const ids = (...first: unknown[]) => [...first, { id: 'x' }]
    const same = { id: 'long' }
    for (const list of [ids(same, same), ids(same, same, 7), ids({ id: 'a' }, { id: 'b' })]) {
      for (const body of [{ list }, { list, other: 'x' }, { list, more: 1 }]) {
        const both = bothWays(schema, body)
        expect(both?.parts).toEqual(both?.whole)
      }
    }
  })

  test('and all further lists yield before each entry', () => {
    const schema = z.object({ one: z.array(z.int()), two: z.array(z.int()).optional() })
    const body = { one: Array(30).fill(1), two: Array(20).fill(2) }
    const parsing = parseByEntries(longListIn(schema, body) as Parts, body)
    let yields = 0
    while (!parsing.next().done) yields += 1
    expect(yields).toBeGreaterThanOrEqual(50)
  })

  test('is not taken apart where the object has rules of its own', () => {
    const schema = z.object({ list: z.array(z.int()) }).refine(({ list }) => list.length > 0)
    expect(longListIn(schema, { list: Array(99).fill(1) })).toBeUndefined()
  })
})
