import {
  type BudgetTier,
  type Fault,
  type LimitRequest,
  type StorageKind,
  usualBurst,
} from '@sluice/contract'

/** A tier's figures as they are typed. */
export interface TypedFigures {
  readonly tier: BudgetTier
  perMinute: number | string
  burst: number | string
}

/** A quota as it is typed. */
export interface TypedQuota {
  readonly kind: StorageKind
  gib: number | string
}

/** A decision or a new limit as it is filled in. */
export interface TermsValues {
  limits: TypedFigures[]
  storage: TypedQuota[]
  reason: string
  /** In UTC; empty: for good. */
  until: string
}

/** The decision that grants just what was requested. */
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

/** What the server takes of the typed figures; it refuses what is no number. */
export function toFigures({ tier, perMinute, burst }: TypedFigures) {
  return { tier, perMinute: Number(perMinute), burst: Number(burst) }
}

const GIB = 2 ** 30

/** A quota for its field. */
export function typedQuota({ kind, bytes }: LimitRequest['storage'][number]): TypedQuota {
  return { kind, gib: bytes / GIB }
}

/** The same of a typed quota. */
export function toQuota({ kind, gib }: TypedQuota) {
  return { kind, bytes: Math.round(Number(gib) * GIB) }
}

/** The server's faults by the form's fields: `/limits/0/burst` is `limits.0.burst`, `/burst` that of the one tier. */
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
