import type { SampleStore } from '../../store.ts'
import { TooManyBytes } from '../../too-many-rows.ts'
import type { LatestByThing } from './latest-rows.ts'

/** Some of the things that were asked for, in order, and their latest samples. */
export interface LatestPart<Thing> {
  readonly things: readonly Thing[]
  readonly latest: LatestByThing
}

/**
 * The latest samples of some things, which have long texts: all at once if they fit into one answer, else in parts, each
 * to be used before the next is read.
 */
export async function* latestInParts<Thing extends { readonly number: number }>(
  read: SampleStore['latest'],
  organization: number,
  things: readonly Thing[],
): AsyncGenerator<LatestPart<Thing>> {
  const numbers = things.map(({ number }) => number)
  const latest = await read(organization, numbers).catch((error: unknown) => {
    // The samples of one thing always fit.
    if (!(error instanceof TooManyBytes) || things.length === 1) throw error
  })
  if (latest) {
    yield { things, latest }
    return
  }
  const middle = Math.ceil(things.length / 2)
  for (const half of [things.slice(0, middle), things.slice(middle)]) {
    yield* latestInParts(read, organization, half)
  }
}
