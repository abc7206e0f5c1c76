import { isoOf } from '@sluice/runtime'
import { tableFromIPC } from '@uwdata/flechette'
import type { Answer } from '../call.ts'
import type { Value } from '../model/act.ts'
import { type MetricKey, valueTypes } from '../model/thing.ts'
import { type CsvCell, csvLines, plainText } from './csv.ts'

/** Forms of a series. */
export const formats = ['json', 'csv', 'arrow'] as const
export type Format = (typeof formats)[number]

/** A page as CSV or Arrow. */
export class Table {
  readonly times: readonly string[]
  /** Things or groups, in a page of several. */
  readonly owners: readonly (string | null)[] | undefined
  readonly columns: readonly (readonly [name: string, cells: readonly (Value | null)[]])[]

  constructor(all: readonly (readonly [name: string, cells: readonly (Value | null)[]])[]) {
    const [times, ...others] = all
    const isOwner = (name: string | undefined) => name === 'thingId' || name === 'group'
    this.times = (times?.[1] ?? []) as string[]
    const owners = isOwner(others[0]?.[0]) ? others.shift() : undefined
    this.owners = owners?.[1] as (string | null)[] | undefined
    this.columns = others
  }
}

/** A page as it was sent: JSON, CSV or Arrow; and the cursor of the next one. */
export function pageOf(path: string, { text, arrow, next }: Answer) {
  if (path.includes('format=arrow')) return { page: arrowTable(arrow), next }
  if (path.includes('format=csv')) return { page: csvTable(text), next }
  const page = JSON.parse(text) as { readonly nextCursor?: string | null }
  return { page, next: page.nextCursor ?? undefined }
}

function arrowTable(bytes: Uint8Array): Table {
  const table = tableFromIPC(bytes, { useBigIntTimestamp: true })
  const columns = table.schema.fields.map(({ name }) => {
    const cells = [...(table.getChild(name) as Iterable<Value | bigint | null>)]
    return [name, cells.map((cell) => (typeof cell === 'bigint' ? isoOf(Number(cell)) : cell))]
  })
  return new Table(columns as [string, (Value | null)[]][])
}

function csvTable(text: string): Table {
  const [header = [], ...rows] = csvLines(text)
  const columns = header.map(({ text: name }, i) => {
    return [name, rows.map((row) => typed(row[i], name))] as const
  })
  return new Table(columns)
}

function typed(cell: CsvCell | undefined, column: string): Value | null {
  if (!cell) return 'no cell'
  if (cell.text === '' && !cell.isQuoted) return null
  const { text } = cell
  const [key = '', aggregate = 'last'] = column.split(':')
  const isEnd = aggregate === 'first' || aggregate === 'last'
  const type = isEnd ? valueTypes[key as MetricKey] : key in valueTypes ? 'number' : undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === undefined || type === 'string' ? plainText(text) : Number(text)
}
