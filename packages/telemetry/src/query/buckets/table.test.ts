import type { SampleValue } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../pages/spans.ts'
import {
  besideEachOther,
  CELLS_PER_YIELD,
  concatenated,
  countIn,
  emptyTable,
  reversed,
  type Table,
  TableBuilder,
  within,
} from './table.ts'

/** Values of the columns by position, to compare tables with. */
type Cells = ReadonlyMap<number, Readonly<Record<string, SampleValue | null>>>

function tableOf(cells: Cells, ids: readonly string[], order: Order = 'asc'): Table {
  const builder = new TableBuilder(ids.map((id) => ({ id })))
  const sign = order === 'asc' ? 1 : -1
  for (const position of [...cells.keys()].sort((a, b) => sign * (a - b))) {
    const own = cells.get(position) ?? {}
    for (const id of ids) {
      // Missing values may be left out.
      if (own[id] !== undefined) builder.put(position, builder.column(id), own[id])
    }
  }
  return atOnce(builder.table())
}

function cellsIn({ positions, columns }: Table): string[] {
  return positions.flatMap((position, at) =>
    columns.flatMap(({ id, values }) => {
      const value = values[at] ?? null
      return value === null ? [] : [`${position} ${id} ${value}`]
    }),
  )
}

const value = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom('open', 'shut'))
const cellsOf = (ids: readonly string[]) =>
  fc
    .uniqueArray(fc.integer({ min: -8, max: 8 }), { maxLength: 10 })
    .chain((positions) =>
      fc.tuple(
        ...positions.map((position) =>
          fc
            .subarray([...ids], { minLength: 1 })
            .chain((own) =>
              fc
                .tuple(...own.map(() => value))
                .map((values) => [
                  position,
                  Object.fromEntries(own.map((id, i) => [id, values[i]])),
                ]),
            ),
        ),
      ),
    )
    .map((entries) => new Map(entries as [number, Record<string, SampleValue>][]))

const order = fc.constantFrom('asc' as const, 'desc' as const)

describe('a table has one value per column and position, each where it was put,', () => {
  it('even if values are left out', () => {
    fc.assert(
      fc.property(cellsOf(['a', 'b', 'c']), order, (cells, way) => {
        const table = tableOf(cells, ['a', 'b', 'c'], way)
        for (const { values } of table.columns) expect(values).toHaveLength(table.positions.length)
        const sign = way === 'asc' ? 1 : -1
        expect(table.positions).toEqual([...cells.keys()].sort((a, b) => sign * (a - b)))
        const wanted = [...cells].flatMap(([position, own]) =>
          Object.entries(own).map(([id, one]) => `${position} ${id} ${one}`),
        )
        expect(cellsIn(table).sort()).toEqual(wanted.sort())
      }),
    )
  })

  it('if two with different columns are placed side by side', () => {
    fc.assert(
      fc.property(cellsOf(['a', 'b']), cellsOf(['c']), order, (one, other, way) => {
        const both = atOnce(
          besideEachOther(tableOf(one, ['a', 'b'], way), tableOf(other, ['c'], way), way),
        )
        const all = new Map(one)
        for (const [position, own] of other) all.set(position, { ...all.get(position), ...own })
        const whole = tableOf(all, ['a', 'b', 'c'], way)
        expect(both.positions).toEqual(whole.positions)
        for (const { values } of both.columns) expect(values).toHaveLength(both.positions.length)
        expect(cellsIn(both)).toEqual(cellsIn(whole))
      }),
    )
  })

  it('if consecutive ones with different columns are joined', () => {
    const piece = fc
      .subarray(['a', 'b', 'c'])
      .chain((ids) =>
        fc.tuple(
          fc.shuffledSubarray(ids, { minLength: ids.length }),
          ids.length === 0 ? fc.constant(new Map() as Cells) : cellsOf(ids),
        ),
      )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const later = (cells: Cells, by: number): Cells =>
          new Map([...cells].map(([position, own]) => [position + by, own]))
        const tables = pieces.map(([ids, cells], i) => tableOf(later(cells, i * 100), ids))
        const joined = concatenated(tables)
        expect(joined.positions).toEqual(tables.flatMap(({ positions }) => positions))
        for (const { values } of joined.columns)
          expect(values).toHaveLength(joined.positions.length)
        expect(cellsIn(joined).sort()).toEqual(tables.flatMap(cellsIn).sort())
      }),
    )
  })

  it('if it is cut and rejoined, or reversed twice', () => {
    fc.assert(
      fc.property(cellsOf(['a', 'b']), fc.integer({ min: -9, max: 9 }), (cells, at) => {
        const table = tableOf(cells, ['a', 'b'])
        const before = atOnce(within(table, { from: -100, to: at }))
        const after = atOnce(within(table, { from: at, to: 100 }))
        expect(countIn(table, { from: -100, to: at })).toBe(before.positions.length)
        expect(cellsIn(concatenated([before, after]))).toEqual(cellsIn(table))
        expect(reversed(reversed(table))).toEqual(table)
        expect(cellsIn(reversed(table)).sort()).toEqual(cellsIn(table).sort())
      }),
    )
  })
})

it('joining no tables gives an empty one', () => {
  expect(concatenated([])).toEqual(emptyTable)
  expect(concatenated([emptyTable, emptyTable])).toEqual(emptyTable)
})

it('a table with few values in many columns is filled in slices', () => {
  const ids = Array.from({ length: 300 }, (_, i) => ({ id: `${i}` }))
  const builder = new TableBuilder(ids)
  for (const [position, { id }] of ids.entries()) builder.put(position, builder.column(id), 1)
  const slices = [...builder.table()]
  expect(slices.length).toBeGreaterThan(300 ** 2 / 2 / CELLS_PER_YIELD / 2)
})
