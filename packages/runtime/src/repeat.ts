/** Called with the error when background work begins to fail, and with `undefined` when it succeeds again. */
export type OnBackground = (fault: unknown) => void

/**
 * Repeats background work until stopped. A run starts `everyMs` after the last one ended, whether that succeeded or
 * failed. The timer does not keep the process alive.
 *
 * @returns stops it; resolves when the current run has ended
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onChange: OnBackground = () => {},
): () => Promise<void> {
  let failing = false
  let stopped = false
  let timer: NodeJS.Timeout
  let run: Promise<void> = Promise.resolve()

  async function once() {
    try {
      await work()
      if (failing) onChange(undefined)
      failing = false
    } catch (fault) {
      if (!failing) onChange(fault)
      failing = true
    }
    if (!stopped) wait()
  }

  function wait() {
    timer = setTimeout(() => {
      run = once()
    }, everyMs)
    timer.unref()
  }

  wait()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await run
  }
}
