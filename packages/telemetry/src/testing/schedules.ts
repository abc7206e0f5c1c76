/** Returns a number below `options`. */
export type Choose = (options: number) => number

/**
 * Calls `run` once for each sequence of choices that it can make (depth first), and returns how often that was. A run
 * must be determined by its choices.
 */
export async function eachSchedule(run: (choose: Choose) => Promise<void>): Promise<number> {
  let given: number[] = []
  for (let runs = 1; ; runs += 1) {
    const made: { choice: number; options: number }[] = []
    await run((options) => {
      const choice = given[made.length] ?? 0
      made.push({ choice, options })
      return choice
    })
    const last = made.findLastIndex(({ choice, options }) => choice + 1 < options)
    if (last < 0) return runs
    given = made.slice(0, last + 1).map(({ choice }, i) => (i === last ? choice + 1 : choice))
  }
}

/** Calls that are answered in an order of the test's choice. */
export function heldCalls() {
  const held: (() => void)[] = []
  return {
    /** Resolves or rejects as the result does, but only once it is released. */
    async hold<Result>(result: Result | Promise<Result>): Promise<Result> {
      const settled = Promise.resolve(result)
      settled.catch(() => {})
      await new Promise<void>((release) => held.push(release))
      return settled
    },
    count: () => held.length,
    release: (index: number) => held.splice(index, 1)[0]?.(),
  }
}

/**
 * Runs scripts side by side. Each action of a script begins once the one before it has ended. At every step `choose`
 * picks a script that goes on, or a held call that is answered.
 */
export async function interleave(
  scripts: readonly (readonly (() => unknown)[])[],
  calls: ReturnType<typeof heldCalls>,
  choose: Choose,
): Promise<void> {
  const threads = scripts.map((actions) => ({ left: [...actions], isBusy: false }))
  for (;;) {
    const ready = threads.filter(({ left, isBusy }) => left.length > 0 && !isBusy)
    const options = ready.length + calls.count()
    if (options === 0) return
    const choice = choose(options)
    const thread = ready[choice]
    if (thread) {
      thread.isBusy = true
      void Promise.resolve(thread.left.shift()?.()).finally(() => {
        thread.isBusy = false
      })
    } else calls.release(choice - ready.length)
    // Until everything waits for the next choice.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done))
  }
}
