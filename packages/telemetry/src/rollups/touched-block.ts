import { bytesOf, encodeBlock } from '@sluice/clickhouse'
import type { SeriesDay } from './late-days.ts'

/** The columns of a block of marks. The store fills in a count of one and the time. */
export const touchedColumns = 'organization, thing, metric, day'

/** A block of marks for the table `touched`. */
export function encodeTouched(days: readonly SeriesDay[]): Buffer {
  const count = days.length
  const unsigned = (of: (day: SeriesDay) => number) => bytesOf(Uint32Array.from(days, of), count)
  const day = bytesOf(
    Int32Array.from(days, (each) => each.day),
    count,
  )
  return encodeBlock(count, [
    { name: 'organization', type: 'UInt32', parts: [unsigned((each) => each.organization)] },
    { name: 'thing', type: 'UInt32', parts: [unsigned((each) => each.thing)] },
    { name: 'metric', type: 'UInt32', parts: [unsigned((each) => each.metric)] },
    { name: 'day', type: 'Int32', parts: [day] },
  ])
}
