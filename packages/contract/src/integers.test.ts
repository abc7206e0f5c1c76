import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from './operation.ts'
import { operationNames, operations } from './operations.ts'

/** The largest value of an integer column. */
const LARGEST = 2 ** 31 - 1

/** Stored in JSON columns, which hold larger numbers. */
const inJson = [
  'limitRequests.create/$defs/LimitRequestCreate/properties/storage/items/properties/bytes',
]

/** Paths of the integers in a JSON Schema that are not limited to an integer column. */
function unbounded(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maximum } = schema as { type?: unknown; maximum?: number }
  const own = type === 'integer' && !(Number(maximum) <= LARGEST) ? [at] : []
  const inside = Object.entries(schema).flatMap(([name, part]) => unbounded(part, `${at}/${name}`))
  return [...own, ...inside]
}

const bounded = operationNames.filter((name) => (operations[name] as Operation).bodyForm !== 'bulk')

test.each(bounded)('%s accepts no integer that the database cannot store', (name) => {
  const { query, body }: Operation = operations[name]
  const parts = [query, body].filter((part) => part !== undefined)
  const found = parts.flatMap((part) =>
    unbounded(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), name),
  )
  expect(found.filter((at) => !inJson.includes(at))).toEqual([])
})
