import { type Question, rememberBuckets } from '../cache/buckets/bucket-memory.ts'
import { Cells } from '../query/buckets/cells.ts'
import type { Order } from '../query/pages/spans.ts'
import type { Range } from '../query/plan/range.ts'
import { writeOf } from './blocks.ts'

export const ORGANIZATION = 5
const WIDTH = 10
export const BUCKETS = 12

/** For the tests of the memory. A table of one thing: a number that only grows, for each bucket. */
export function workbench(options: Parameters<typeof rememberBuckets>[0] = {}) {
  const clock = { now: 0 }
  const memory = rememberBuckets({ monotonic: () => clock.now, ...options })
  const table = Array.from({ length: BUCKETS }, () => 0)
  const asked: string[] = []
  /** What the table says of some buckets now; of those at the ends that are not whole, a hundred less. */
  const cellsOf = (spans: readonly Range[], { whole }: Question) => {
    const cells = new Cells()
    for (const { from, to } of spans) {
      for (let bucket = from; bucket < to; bucket += 1) {
        const cut = bucket < whole.from || bucket >= whole.to
        cells.push(bucket, 'a', (table[bucket] ?? 0) - (cut ? 100 : 0))
      }
    }
    return cells
  }
  return {
    ...{ memory, clock, table, asked, cellsOf },
    questionOf,
    async ask(buckets: Range, { order = 'asc' as Order, ...other }: Partial<Asked> = {}) {
      const question = questionOf({ whole: buckets, ...other })
      const read = memory.through(question, async (spans, readOrder) => {
        asked.push(spans.map(({ from, to }) => `${from}-${to}`).join(' '))
        const cells = cellsOf(spans, question)
        return readOrder === 'asc' ? cells : cells.reversed()
      })
      return (await read(buckets, order)).values
    },
    write(bucket: number, thing = 7) {
      table[bucket] = (table[bucket] ?? 0) + 1
      memory.written([writeTo(bucket, thing)])
    },
  }
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
