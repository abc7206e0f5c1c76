import type { Faults } from '../faults.ts'
import { mappingBy } from '../mapping/mapping.ts'
import { readingOfArrow } from './arrow.ts'
import { readingOfColumns } from './columns.ts'
import { readingOfFrames } from './frames.ts'
import { type LineMapping, readingOfLines } from './lines.ts'
import type { Reading } from './reading.ts'
import { readingOfSeries, type SeriesMapping } from './series.ts'

export type ThingsForm = 'frames' | 'columns' | 'arrow' | 'lines' | 'series'

/** How a body about many things is to be read. */
export interface ThingsFormat {
  readonly form: ThingsForm
  /** For the form `lines`. */
  readonly lines?: LineMapping | undefined
  /** For the form `series`. */
  readonly series?: SeriesMapping | undefined
  readonly now: Date
}

const plainLines: LineMapping = { precision: 'ns', mapping: mappingBy('thing', '{field}') }
const plainSeries: SeriesMapping = {
  protocol: 'remote-write',
  mapping: mappingBy('thing', '{__name__}'),
}

/** Scans a body that was parsed, or is binary or text. */
export function readingOf(
  body: unknown,
  { form, lines = plainLines, series = plainSeries, now }: ThingsFormat,
  faults: Faults,
): Generator<void, Reading> {
  switch (form) {
    case 'frames':
      return readingOfFrames(body, faults)
    case 'columns':
      return readingOfColumns(body, faults)
    case 'arrow':
      return readingOfArrow(body, faults)
    case 'lines':
      return readingOfLines(body, faults, lines, now)
    case 'series':
      return readingOfSeries(body, faults, series)
  }
}
