import { Problem } from '@sluice/runtime'

/** 503 for a store that cannot do now what it was asked. */
export function unavailable(cause: unknown): Problem {
  const detail = 'The telemetry store does not answer as it should. Try again shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
