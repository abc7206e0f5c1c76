import { float64, int64, tableFromArrays, tableToIPC } from '@uwdata/flechette'

/** A table of one metric, at times in epoch milliseconds, as an Arrow IPC stream; of one thing where its id is given. */
export function arrowBody(
  metric: string,
  samples: readonly (readonly [number, number])[],
  thingId?: string,
) {
  const things = thingId === undefined ? {} : { thingId: samples.map(() => thingId) }
  const table = tableFromArrays(
    {
      ...things,
      timestamp: samples.map(([time]) => time),
      [metric]: samples.map(([, value]) => value),
    },
    { types: { timestamp: int64(), [metric]: float64() } },
  )
  const bytes = tableToIPC(table, { format: 'stream' })
  if (bytes === null) throw new Error('The table came to nothing.')
  return Buffer.from(bytes)
}
