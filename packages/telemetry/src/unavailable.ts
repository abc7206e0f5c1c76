import { Problem } from '@sluice/runtime'

/** 503 for a store that cannot do what it was asked now. A problem is passed through. */
export function unavailable(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const detail = 'The telemetry store is not available. Retry shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
