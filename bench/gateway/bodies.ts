import { remoteWrite } from '@sluice/telemetry/testing'
import {
  columnFromArray,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette'
import { compressSync } from 'snappy'
import { METRICS, type Walk, walk } from '../ingest/walk.ts'

/** One time of many things: a value a metric of each. */
export interface Report {
  readonly time: number
  readonly things: readonly number[]
  /** By thing and metric. */
  readonly values: readonly (readonly number[])[]
}

/** Reports of some things, a second apart, the same for the same seed. */
export function reportsOf(things: readonly number[], from: number, times: number): Report[] {
  const walks = things.map((thing): Walk => walk(thing, from, times))
  return Array.from({ length: times }, (_, row) => ({
    ...{ time: from + row * 1000, things },
    values: walks.map(({ columns }) => columns.map((column) => column[row] ?? 0)),
  }))
}

const stationOf = (thing: number) => `station-${thing}`
const byMetric = (values: readonly number[]) =>
  Object.fromEntries(METRICS.map((metric, i) => [metric, values[i] ?? 0]))

/** `POST /v2/things/data` */
export function frames({ time, things, values }: Report): string {
  const timestamp = new Date(time).toISOString()
  return JSON.stringify({
    frames: things.map((thing, i) => ({
      ...{ thingId: stationOf(thing), timestamp, values: byMetric(values[i] ?? []) },
    })),
  })
}

/** `POST /v2/things/data/columnar` */
export function columns({ time, things, values }: Report): string {
  return JSON.stringify({
    things: things.map((thing, i) => {
      const columns = METRICS.map((metric, m) => [metric, [values[i]?.[m] ?? 0]])
      return {
        ...{ thingId: stationOf(thing), timestamps: [time], values: Object.fromEntries(columns) },
      }
    }),
  })
}

/** `POST /v2/things/data/arrow` */
export function arrow({ time, things, values }: Report): Uint8Array {
  const table = tableFromColumns([
    ['thingId', columnFromArray(things.map(stationOf), utf8())],
    [
      'timestamp',
      columnFromArray(
        things.map(() => time),
        timestamp(TimeUnit.MILLISECOND),
      ),
    ],
    ...METRICS.map((metric, m): [string, ReturnType<typeof columnFromArray>] => [
      ...([metric, columnFromArray(Float64Array.from(values, (own) => own[m] ?? 0))] as const),
    ]),
  ])
  return tableToIPC(table, { format: 'stream' }) ?? new Uint8Array()
}

/** `POST /v2/thing/{thingId}/data`, of one of the things. */
export function frame({ time, values }: Report, i: number): string {
  return JSON.stringify({
    ...{ timestamp: new Date(time).toISOString(), values: byMetric(values[i] ?? []) },
  })
}

/** Prometheus' remote write 1.0: a series a metric of each thing. */
export function series({ time, things, values }: Report): Uint8Array {
  const all = things.flatMap((thing, i) =>
    METRICS.map((metric, m) => ({
      labels: { __name__: metric, thing: stationOf(thing) },
      samples: [[time, values[i]?.[m] ?? 0]] as const,
    })),
  )
  return compressSync(remoteWrite(1, all))
}

/** InfluxDB's line protocol: a line a thing. */
export function lines({ time, things, values }: Report): string {
  return things
    .map((thing, i) => {
      const fields = METRICS.map((metric, m) => `${metric}=${values[i]?.[m]}`)
      return `station,thing=${stationOf(thing)} ${fields.join(',')} ${time}\n`
    })
    .join('')
}
