/**
 * Runs the task unless it is already running. A run that has taken `lostAfterMs` is considered hung. Rejects as the
 * task does.
 */
export function unlessRunning(
  task: () => Promise<void>,
  lostAfterMs: number,
  monotonic = () => performance.now(),
): () => Promise<void> {
  let begun: number | undefined
  return async () => {
    const now = monotonic()
    if (begun !== undefined && now - begun < lostAfterMs) return
    begun = now
    try {
      await task()
    } finally {
      if (begun === now) begun = undefined
    }
  }
}
