import { inject } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { dayOf } from '../rollups/rules.ts'
import { byTables, memoryWriter, openTestStore } from './store.ts'

/** For tests of rollups: a store whose clock only the test moves. */
export async function openRollupStore(begin: Date, rowsPerQuery?: number) {
  await (await openTestStore()).close()
  let time = begin.getTime()
  const clock = () => new Date(time)
  const advance = (millis: number) => {
    time += millis
  }
  const store = byTables(
    openSampleStore({
      ...{ url: inject('clickhouseUrl'), clock, sampleWriter: memoryWriter(() => time) },
      ...(rowsPerQuery === undefined ? {} : { rowsPerQuery }),
    }),
  )

  /** `from` and `to` are epoch microseconds; their days are both included. */
  async function rollUp(series: Series, from: number, to: number): Promise<void> {
    // Late enough after earlier requests not to be dropped as a repetition.
    advance(120_000)
    store.rollups.ask({ ...series, from: dayOf(from), to: dayOf(to - 1) + 1 })
    await store.rollups.idle()
  }
  return { store, clock, advance, rollUp }
}

interface Series {
  readonly organization: number
  readonly things: readonly number[]
  readonly metrics: readonly number[]
}
