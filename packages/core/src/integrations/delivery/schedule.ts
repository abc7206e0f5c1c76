import type { ReceiverAnswer } from './send.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Delays between attempts: ten attempts over three days (Standard Webhooks, "Retries"). */
const DELAYS = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Adds up to a fifth, so that deliveries that failed together are not all retried together. */
const JITTER = 0.2

/** The longest delay, whatever the receiver asks for. */
const MAX_DELAY = 24 * HOUR

/**
 * When to retry after `tries` failed attempts, not before the receiver's Retry-After; undefined after the last attempt.
 * `random` returns a number from 0 to 1.
 */
export function nextTryAt(
  tries: number,
  now: Date,
  answer: ReceiverAnswer | undefined,
  random: () => number,
): Date | undefined {
  const delay = DELAYS[tries - 1]
  if (delay === undefined) return undefined
  const asked = Math.min(askedDelay(answer, now), MAX_DELAY)
  return new Date(now.getTime() + Math.max(delay * (1 + JITTER * random()), asked))
}

/** Retry-After in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
function askedDelay(answer: ReceiverAnswer | undefined, now: Date): number {
  const text = answer?.headers['retry-after']?.trim()
  if (text === undefined) return 0
  const delay = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(delay) ? 0 : delay
}
