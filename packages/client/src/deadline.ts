/** The deadline of an attempt. */
export interface Deadline {
  /** Aborts after the time, or with the caller's signal and its reason. */
  readonly signal: AbortSignal
  readonly hasPassed: () => boolean
  /** Releases the timer and the caller's signal. */
  readonly release: () => void
}

/**
 * Starts a deadline, in seconds. The caller's signal may live as long as the process, and `AbortSignal.any` would leave
 * something attached to it for every call.
 */
export function startDeadline(seconds: number, caller: AbortSignal | undefined): Deadline {
  const ending = new AbortController()
  const stop = () => ending.abort(caller?.reason)
  let hasPassed = false
  const timer = setTimeout(() => {
    hasPassed = true
    ending.abort(new DOMException(`${seconds} s have passed.`, 'TimeoutError'))
  }, seconds * 1000)
  if (caller?.aborted) stop()
  else caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: ending.signal,
    hasPassed: () => hasPassed,
    release() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    },
  }
}
