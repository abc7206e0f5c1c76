import {
  type BudgetTier,
  type Fault,
  type LimitRequest,
  type StorageKind,
  type TierLimit,
  usualBurst,
} from '@sluice/contract'

/** A tier's limits as typed. */
export interface TypedFigures {
  readonly tier: BudgetTier
  perMinute: number | string
  burst: number | string
}

/** A quota as typed. */
export interface TypedQuota {
  readonly kind: StorageKind
  gib: number | string
}

/** What is read of a tier's limits. */
export type LimitNow = Pick<TierLimit, 'tier' | 'perMinute' | 'burst' | 'until'>

/** The form values of a decision or a new limit. */
export interface TermsValues {
  limits: TypedFigures[]
  storage: TypedQuota[]
  reason: string
  /** In UTC; empty means permanently. */
  until: string
}

/** A tier's limits as they are, to be changed. */
export function asNow({ tier, perMinute, burst, until }: LimitNow): TermsValues {
  return { limits: [{ tier, perMinute, burst }], storage: [], reason: '', until: until ?? '' }
}

/** The decision that grants exactly what was requested. */
export function asAsked({ tiers, storage, until }: LimitRequest): TermsValues {
  return {
    limits: tiers.map(({ tier, perMinute }) => ({
      tier,
      perMinute,
      burst: usualBurst(tier, perMinute),
    })),
    storage: storage.map(typedQuota),
    reason: '',
    until: until ?? '',
  }
}

/** The typed limits as the server takes them. It rejects NaN. */
export function toFigures({ tier, perMinute, burst }: TypedFigures) {
  return { tier, perMinute: Number(perMinute), burst: Number(burst) }
}

const GIB = 2 ** 30

/** A quota in the unit of its field. */
export function typedQuota({ kind, bytes }: LimitRequest['storage'][number]): TypedQuota {
  return { kind, gib: bytes / GIB }
}

/** The typed quota in bytes. */
export function toQuota({ kind, gib }: TypedQuota) {
  return { kind, bytes: Math.round(Number(gib) * GIB) }
}

/**
 * The server's faults by form field: `/limits/0/burst` belongs to `limits.0.burst`, and so does `/burst` of a single
 * tier.
 */
export function fieldsOf(faults: readonly Fault[]): Record<string, string> {
  return Object.fromEntries(
    faults.map(({ pointer, detail }) => {
      const path = pointer.slice(1).replaceAll('/', '.')
      const whole = path === 'perMinute' || path === 'burst' ? `limits.0.${path}` : path
      // Quotas are typed in GiB.
      const field = whole.replace(/(^|\.)bytes$/, '$1gib')
      return [field, `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`]
    }),
  )
}
