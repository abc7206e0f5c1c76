import { inject } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { dayOf } from '../rollups/rules.ts'
import { byTables, memoryWriter, openTestStore } from './store.ts'

/** For the tests of rollups: a store with a clock that only they move. */
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

  /** Days from and to are those of times in epoch microseconds, the last one included. */
  async function rollUp(series: Series, from: number, to: number): Promise<void> {
    // Later than anything that was asked before, so that it is not taken for the same again.
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
