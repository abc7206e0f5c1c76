import { isTurnSpent, turnForLongWork } from './turn-for-long-work.ts'

/** Runs work that yields now and then in slices, with turns of the event loop in between. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    if (isTurnSpent()) await turnForLongWork()
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs such work at once: for what is known to be small. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
  }
}

/** Items that are mapped at once: a change of one thing must not queue behind others' long work. */
const FEW = 8

/** Makes something of each item, in slices where there are more than a few. The clock is read once for `perYield` items. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
  perYield = 1,
): Promise<Made[]> {
  return items.length <= FEW ? items.map(make) : inSlices(mapping(items, make, perYield))
}

function* mapping<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
  perYield: number,
): Generator<void, Made[]> {
  const made: Made[] = []
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0 && index % perYield === 0) yield
    made.push(make(items[index] as Item, index))
  }
  return made
}
