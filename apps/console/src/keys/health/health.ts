import { type Key, keyHealthLimits, type keyHealths } from '@sluice/contract'
import { relativeTime } from '#format/times.ts'
import { texts } from '#texts/keys.tsx'

export type HealthKind = (typeof keyHealths)[number]

export interface Health {
  readonly kind: HealthKind
  readonly tone: 'danger' | 'warn' | 'quiet'
  readonly words: string
}

/** Labels of the filter. */
export const healthLabels: Record<HealthKind, string> = {
  leaked: texts.health.leaked,
  expiring: texts.health.expiring,
  refused: texts.health.refused,
  stale: texts.health.stale,
  unused: texts.health.unused,
}

/** The part of a key's recent usage that its health depends on. */
export interface RecentUse {
  readonly total: number
  readonly refusedRatio: number | null
}

const DAY = 24 * 60 * 60 * 1000
/** Days before expiry at which each reminder starts. */
const expiryDays = { notice: keyHealthLimits.expiringDays, warning: 7, alarm: 1 } as const
const { staleDays, refusedRatio, refusedOfCalls } = keyHealthLimits

/** A key's health at `now` (epoch milliseconds). Reminders are for active keys only; a leak is always shown. */
export function healthOf(key: Key, use: RecentUse | undefined, now: number): Health[] {
  const found = [leak(key)]
  if (key.status === 'Active') found.push(expiry(key, now), refusals(use), disuse(key, use, now))
  return found.filter((health) => health !== undefined)
}

function leak({ leakedAt }: Key): Health | undefined {
  return leakedAt === null
    ? undefined
    : { kind: 'leaked', tone: 'danger', words: texts.health.leaked }
}

function expiry({ expiresAt }: Key, now: number): Health | undefined {
  if (expiresAt === null) return undefined
  const days = (Date.parse(expiresAt) - now) / DAY
  if (days > expiryDays.notice) return undefined
  const quieter = days > expiryDays.warning ? 'quiet' : 'warn'
  const tone = days <= expiryDays.alarm ? 'danger' : quieter
  // Never a date, because it is less than a month away.
  const words = texts.health.expires(relativeTime(expiresAt, now, 'UTC'))
  return { kind: 'expiring', tone, words }
}

function refusals(use: RecentUse | undefined): Health | undefined {
  if (!use || use.refusedRatio === null || use.total < refusedOfCalls) return undefined
  if (use.refusedRatio < refusedRatio) return undefined
  const share = Math.round(use.refusedRatio * 100)
  return { kind: 'refused', tone: 'warn', words: texts.health.refusedShare(share) }
}

function disuse(
  { lastUsedAt, createdAt }: Key,
  use: RecentUse | undefined,
  now: number,
): Health | undefined {
  // Its holder calls, but is always rejected: unlike a key that nobody needs.
  if (lastUsedAt === null && use && use.total > 0) {
    return { kind: 'unused', tone: 'warn', words: texts.health.noneAccepted }
  }
  const idle = (now - Date.parse(lastUsedAt ?? createdAt)) / DAY
  if (idle >= staleDays) return { kind: 'stale', tone: 'warn', words: texts.health.stale }
  return lastUsedAt === null
    ? { kind: 'unused', tone: 'quiet', words: texts.health.unused }
    : undefined
}
