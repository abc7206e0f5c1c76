import { expect, test } from 'vitest'
import { z } from 'zod'
import { csvOfPage, longCsvOfPage } from './csv.ts'

const schema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      actor: z.object({ type: z.string(), name: z.string() }).nullable(),
      count: z.number().nullable(),
      after: z.unknown(),
    }),
  ),
  nextCursor: z.string().nullable(),
})

const item = { id: 'a', actor: { type: 'key', name: 'Ann' }, count: -1, after: { b: [1] } }
const lines = (items: unknown[], fields?: string) => csvOfPage(schema, { items }, fields)

test('CSV has a header line and one line per item, each with a line end', () => {
  expect(lines([item])).toBe(
    'id,actor.type,actor.name,count,after\r\na,key,Ann,-1,"{""b"":[1]}"\r\n',
  )
  expect(lines([])).toBe('id,actor.type,actor.name,count,after\r\n')
})

test('a missing value is an empty CSV cell', () => {
  expect(lines([{ ...item, actor: null, count: null, after: null }])).toContain('\r\na,,,,\r\n')
})

test('CSV quotes text that would break a line or a cell', () => {
  const name = 'a "b", c\r\nd'
  expect(lines([{ ...item, actor: { type: ' x', name } }], 'actor')).toBe(
    'actor.type,actor.name\r\n" x","a ""b"", c\r\nd"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@a', '\tx', '\rx', '\nx', "'=1", "''-1"])(
  'puts an apostrophe before a text that a spreadsheet would run, or that has one already: %j',
  (id) => {
    const [, cell] = /^id\r\n"?([^"]*)"?\r\n$/.exec(lines([{ ...item, id }], 'id')) ?? []
    expect(cell).toBe(`'${id}`)
  },
)

test('CSV has the columns of the requested fields', () => {
  expect(lines([item], 'id, actor.name')).toBe('id,actor.name\r\na,Ann\r\n')
})

test('a CSV page yields within a line of long texts', () => {
  const items = [
    { ...item, after: 'x'.repeat(40_000) },
    { ...item, id: '"'.repeat(40_000) },
  ]
  expect([...longCsvOfPage(schema, { items }, undefined)].length).toBeGreaterThanOrEqual(2)
})
