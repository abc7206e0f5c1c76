import { isTurnSpent, turnForLongWork } from './turn-for-long-work.ts'

/** Runs a generator in slices, with turns of the event loop in between. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    if (isTurnSpent()) await turnForLongWork()
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs such a generator at once: for work known to be small. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
  }
}

/** Items whose mapping begins at once: a change of a single thing must not queue behind others' long work. */
const FEW = 8
/** Milliseconds that it may take, before it goes on in slices: a few items may be dear as well. */
const FEW_MS = 2

/** Maps items, in slices if there are more than a few or they take long. Reads the clock once per `perYield` items. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
  perYield = 1,
): Promise<Made[]> {
  const work = mapping(items, make, perYield)
  return items.length <= FEW ? beginAtOnce(work) : inSlices(work)
}

/** Begins a generator at once, and goes on in slices if it takes long. */
export async function beginAtOnce<Result>(work: Generator<void, Result>): Promise<Result> {
  const end = performance.now() + FEW_MS
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() >= end) return inSlices(work)
  }
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
