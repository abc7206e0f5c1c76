/** Runs `work` alone. All calls during a run share the one run that follows it. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  function start(): Promise<void> {
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
