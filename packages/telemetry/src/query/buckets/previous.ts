import type { SampleStore } from '../../store.ts'
import { readSpans } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'
import { type Line, lineKey, type Subject } from '../plan/subject.ts'
import { filteredSamples, filterParams } from '../series-filter.ts'
import type { Sample } from './runs.ts'

type Row = [thing: number, metric: number, sample: [time: number, value: number]]

const statement = `
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT thing, metric, argMax((t, number), t) ${filteredSamples} AND isFinite(number)
  GROUP BY thing, metric`

/** Width of the first span that is looked through. */
const FIRST_MICROS = 3600e6

/** The last number of each thing's metric in a range, looked for backwards from its end; by line key. */
export async function previousNumbers(
  store: SampleStore,
  subject: Subject,
  lines: readonly Line[],
  range: Range,
): Promise<Map<string, Sample>> {
  const found = new Map<string, Sample>()
  const missing = () => lines.filter((line) => !found.has(lineKey(line.thing, line.metric.number)))
  const read = (span: Range) => store.query(statement, filterParams(subject, missing(), span))
  for await (const rows of readSpans(range, { first: FIRST_MICROS, order: 'desc' }, read)) {
    for (const [thing, metric, [time, value]] of rows as Row[]) {
      const key = lineKey(thing, metric)
      if (!found.has(key)) found.set(key, { time, value })
    }
    if (missing().length === 0) break
  }
  return found
}
