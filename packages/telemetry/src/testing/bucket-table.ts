import { atOnce } from '@sluice/runtime'
import { type Question, rememberBuckets } from '../cache/buckets/bucket-memory.ts'
import { trackIndeterminate } from '../cache/remembering.ts'
import { reversed, type Table, TableBuilder } from '../query/buckets/table.ts'
import type { Order } from '../query/pages/spans.ts'
import type { Range } from '../query/plan/range.ts'
import { writeOf } from './blocks.ts'

export const ORGANIZATION = 5
const WIDTH = 10
export const BUCKETS = 12

/** For tests of the cache: a table of one thing, in which each bucket has a number that only grows. */
export function workbench(options: Partial<Parameters<typeof rememberBuckets>[0]> = {}) {
  const clock = { now: 0 }
  const monotonic = () => clock.now
  const isIndeterminate = (organization: number) => outcomes.isIndeterminate(organization)
  const memory = rememberBuckets({ monotonic, isIndeterminate, ...options })
  const outcomes = trackIndeterminate(monotonic, memory)
  const table = Array.from({ length: BUCKETS }, () => 0)
  const asked: string[] = []
  /** The table's current buckets; a hundred less for those at the ends that are not whole. */
  const tableOf = (spans: readonly Range[], { whole }: Question): Table => {
    const builder = new TableBuilder([{ id: 'a' }])
    for (const { from, to } of spans) {
      for (let bucket = from; bucket < to; bucket += 1) {
        const cut = bucket < whole.from || bucket >= whole.to
        builder.put(bucket, builder.column('a'), (table[bucket] ?? 0) - (cut ? 100 : 0))
      }
    }
    return atOnce(builder.table())
  }
  return {
    ...{ memory, clock, table, asked, tableOf, questionOf },
    noteIndeterminate: outcomes.noteIndeterminate,
    async ask(buckets: Range, { order = 'asc' as Order, ...other }: Partial<Asked> = {}) {
      const question = questionOf({ whole: buckets, ...other })
      const read = memory.through(question, async (spans, readOrder) => {
        asked.push(spans.map(({ from, to }) => `${from}-${to}`).join(' '))
        const found = tableOf(spans, question)
        return readOrder === 'asc' ? found : reversed(found)
      })
      return valuesIn(await read(buckets, order))
    },
    write(bucket: number, thing = 7) {
      table[bucket] = (table[bucket] ?? 0) + 1
      memory.written([writeTo(bucket, thing)])
    },
  }
}

/** The values of the only column. */
export function valuesIn({ columns }: Table): readonly unknown[] {
  return columns[0]?.values ?? []
}

type Asked = Parameters<typeof questionOf>[0] & { order: Order }

export type Bench = ReturnType<typeof workbench>

export function questionOf({
  key = 'q',
  things = [7],
  whole = { from: 0, to: BUCKETS },
  most = 100,
}: Partial<Question> = {}): Question {
  const numberOf = (micros: number) => Math.floor(micros / WIDTH)
  const startOf = (bucket: number) => bucket * WIDTH
  return { key, organization: ORGANIZATION, things, whole, most, numberOf, startOf }
}

export const writeTo = (bucket: number, thing = 7) =>
  writeOf(thing, 1n, (samples) => samples.push(1, bucket * WIDTH + 3, 1))
