import {
  columnFromArray,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
} from '@uwdata/flechette'
import { METRICS, type Walk } from './walk.ts'

/** `POST .../data/columnar` */
export function columnar({ times, columns }: Walk): string {
  const values = Object.fromEntries(METRICS.map((metric, i) => [metric, columns[i]]))
  return JSON.stringify({ timestamps: times, values })
}

/** `POST .../data/arrow`: one batch, times in milliseconds, metrics as doubles. */
export function arrow({ times, columns }: Walk): Uint8Array {
  const table = tableFromColumns([
    ['timestamp', columnFromArray([...times], timestamp(TimeUnit.MILLISECOND))],
    ...METRICS.map((metric, i): [string, ReturnType<typeof columnFromArray>] => [
      metric,
      columnFromArray(Float64Array.from(columns[i] ?? [])),
    ]),
  ])
  return tableToIPC(table, { format: 'stream' }) ?? new Uint8Array()
}

/** `POST .../data` */
export function frames({ times, columns }: Walk): string {
  return JSON.stringify({ frames: times.map((timestamp, row) => frame(timestamp, columns, row)) })
}

function frame(timestamp: number, columns: Walk['columns'], row: number) {
  return {
    timestamp: new Date(timestamp).toISOString(),
    values: Object.fromEntries(METRICS.map((metric, i) => [metric, columns[i]?.[row] ?? 0])),
  }
}

/** Marks where a thing's number stands in a line; as wide as {@link thingTag} makes it. */
const THING = '000000'

export function thingTag(thing: number): string {
  return String(thing).padStart(THING.length, '0')
}

/** InfluxDB's line protocol with milliseconds: one line a time, one field a metric. */
export function lines({ times, columns }: Walk, tagged: boolean): string {
  return times
    .map((time, row) => {
      const fields = METRICS.map((metric, i) => `${metric}=${columns[i]?.[row]}`)
      return `station${tagged ? `,thing=${THING}` : ''} ${fields.join(',')} ${time}\n`
    })
    .join('')
}

/** VictoriaMetrics' /api/v1/import: one JSON line a series. */
export function series({ times, columns }: Walk): string {
  return METRICS.map((metric, i) => {
    const line = { metric: { __name__: metric }, values: columns[i], timestamps: times }
    return `${JSON.stringify(line)}\n`
  }).join('')
}

/** Writes a thing's number into every line of tagged lines, in place. */
export function tagger(body: Buffer): (thing: number) => Buffer {
  const places: number[] = []
  const mark = `thing=`
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
    places.push(at + mark.length)
  }
  return (thing) => {
    const tag = Buffer.from(thingTag(thing))
    const tagged = Buffer.from(body)
    for (const at of places) tag.copy(tagged, at)
    return tagged
  }
}
