import { memberOf } from '#data/member-of.ts'
import type { ListColumn, RowsKind } from './field-kind.ts'

export type Cell = string | number | boolean

type Item = Readonly<Record<string, unknown>>

/** A row of a list; its key is stable when other rows are removed. */
export interface Row {
  readonly key: number
  readonly cells: Readonly<Record<string, Cell>>
  /** The item that the row shows. A new or pasted row has none. */
  readonly item?: Item
}

/** The rows of items. Of those that may have no members without a column (any more) only the others are kept. */
export function rowsOf(items: readonly unknown[], { columns, isOpen }: RowsKind): Row[] {
  const names = new Set(columns.map(({ name }) => name))
  return items.map((value, key) => {
    const members = Object.entries(Object(value)).filter(([name]) => isOpen || names.has(name))
    const item = Object.fromEntries(members)
    return { key, cells: cellsOf(item, columns), item }
  })
}

export function newRow(key: number, columns: readonly ListColumn[]): Row {
  return { key, cells: cellsOf({}, columns) }
}

function cellsOf(item: Item, columns: readonly ListColumn[]): Row['cells'] {
  return Object.fromEntries(
    columns.map(({ name, type }) => [
      name,
      (memberOf(item, name) as Cell | undefined) ?? (type === 'boolean' ? false : ''),
    ]),
  )
}

/** The item of a row without its empty cells. Of an item that was given, only what was edited differs. */
export function itemOf({ cells, item }: Row, columns: readonly ListColumn[]): Item {
  if (!item) return withoutEmpty(cells)
  const given = cellsOf(item, columns)
  const edited = columns.filter(({ name, isRequired }) => {
    const isMissing = isRequired && !Object.hasOwn(item, name)
    return isMissing || cells[name] !== given[name]
  })
  const names = new Set(edited.map(({ name }) => name))
  const kept = Object.entries(item).filter(([name]) => !names.has(name))
  const entered = Object.entries(cells).filter(([name]) => names.has(name))
  return { ...Object.fromEntries(kept), ...withoutEmpty(Object.fromEntries(entered)) }
}

function withoutEmpty(cells: Row['cells']): Row['cells'] {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
}
