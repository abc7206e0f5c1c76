/** Runs `work` one at a time. Calls during a run share the run that follows it, so results are never older than the call. */
export function coalesce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  function start(): Promise<Result> {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (next !== undefined) return next
    if (running === undefined) return start()
    next = running.then(start, start)
    return next
  }
}
