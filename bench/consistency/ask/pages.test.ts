import { expect, it } from 'vitest'
import { disorderOf } from './pages.ts'
import { Table } from './tables.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
const page = (...seconds: number[]) => ({ timestamps: seconds.map(at) })
const asked = '/v2/thing/t/timeseries?limit=2&order='

it.each([
  ['asc', [page(1, 2), page(3)]],
  ['desc', [page(3, 2), page(1)]],
  ['asc', [{ timestamps: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000001Z'] }]],
  [
    'asc',
    [
      new Table([
        ['timestamp', [at(1), at(1), at(2), at(2)]],
        ['thingId', ['a', 'b', 'a', 'b']],
      ]),
    ],
  ],
] as const)('rows may be %s', (order, pages) => {
  expect(disorderOf(asked + order, pages)).toBeUndefined()
})

it.each([
  ['turned', 'desc', [page(1, 2), page(3)]],
  ['turned from page to page', 'asc', [page(3, 4), page(1, 2)]],
  ['twice on two pages', 'asc', [page(1, 2), page(2, 3)]],
  ['more than the limit', 'asc', [page(1, 2, 3)]],
  ['turned in a table', 'asc', [new Table([['timestamp', [at(2), at(1)]]])]],
  [
    'of a time apart',
    'asc',
    [
      new Table([
        ['timestamp', [at(1), at(2), at(1)]],
        ['thingId', ['a', 'a', 'b']],
      ]),
    ],
  ],
] as const)('rows are not %s', (_, order, pages) => {
  expect(disorderOf(asked + order, pages)).toBeDefined()
})
