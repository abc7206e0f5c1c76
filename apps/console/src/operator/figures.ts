import { type BudgetTier, type Fault, type LimitRequest, usualBurst } from '@sluice/contract'

/** A tier's figures as they are typed. */
export interface TypedFigures {
  readonly tier: BudgetTier
  perMinute: number | string
  burst: number | string
}

/** A decision or a new limit as it is filled in. */
export interface TermsValues {
  limits: TypedFigures[]
  reason: string
  /** Local date and time of a datetime-local field; empty: for good. */
  until: string
}

/** The decision that grants just what was requested. */
export function asAsked({ tiers, until }: LimitRequest): TermsValues {
  return {
    limits: tiers.map(({ tier, perMinute }) => ({
      tier,
      perMinute,
      burst: usualBurst(tier, perMinute),
    })),
    reason: '',
    until: until === null ? '' : localTime(new Date(until)),
  }
}

/** What the server takes of the typed figures; it refuses what is no number. */
export function toFigures({ tier, perMinute, burst }: TypedFigures) {
  return { tier, perMinute: Number(perMinute), burst: Number(burst) }
}

/** A local date and time in UTC, or null for none. */
export function toEnd(until: string): string | null {
  return until === '' ? null : new Date(until).toISOString()
}

/** `2026-06-01T12:00`, in the browser's time zone, as a datetime-local field has it. */
export function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The server's faults by the form's fields: `/limits/0/burst` is `limits.0.burst`, `/burst` that of the one tier. */
export function fieldsOf(faults: readonly Fault[]): Record<string, string> {
  return Object.fromEntries(
    faults.map(({ pointer, detail }) => {
      const path = pointer.slice(1).replaceAll('/', '.')
      const field = path === 'perMinute' || path === 'burst' ? `limits.0.${path}` : path
      return [field, `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`]
    }),
  )
}
