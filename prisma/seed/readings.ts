import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'

/** A station's rows in a file of `vega-datasets`. */
export interface Source {
  readonly file: string
  /** The rows of this location, in a file that holds several. */
  readonly location?: string
  /** Local standard time of the station, from UTC. */
  readonly offset: string
}

// The package's entry is build/index.js; its exports do not name the data folder.
const folder = new URL('../data/', import.meta.resolve('vega-datasets'))
const notMetrics = new Set(['date', 'location'])

/** A station's readings as the columnar form of ingestion takes them. */
export async function readStation({ file, location, offset }: Source) {
  const text = await readFile(new URL(file, folder), 'utf8')
  const all: Record<string, string>[] = parse(text, { columns: true })
  const rows = location === undefined ? all : all.filter((row) => row.location === location)
  const keys = Object.keys(rows[0] ?? {}).filter((key) => !notMetrics.has(key))
  return {
    timestamps: rows.map(
      ({ date = '' }) => `${date.includes('T') ? date : `${date}T00:00:00`}${offset}`,
    ),
    values: Object.fromEntries(keys.map((key) => [key, rows.map((row) => readValue(row[key]))])),
  }
}

function readValue(text = ''): number | string | null {
  if (text === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}
