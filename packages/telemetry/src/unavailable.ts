import { Problem } from '@sluice/runtime'

/** 503 for a store that cannot do now what it was asked; what is a problem already stays the one it is. */
export function unavailable(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const detail = 'The telemetry store is not available. Retry shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
