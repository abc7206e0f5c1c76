/** When an attempt has to end. */
export interface Deadline {
  /** Aborts after the time, or when the caller's signal does, with its reason. */
  readonly signal: AbortSignal
  readonly hasPassed: () => boolean
  /** Lets go of the timer and of the caller's signal. */
  readonly release: () => void
}

/**
 * Starts a deadline, in seconds. The caller's signal may live as long as the process, and `AbortSignal.any` would leave
 * something at it for every call.
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
