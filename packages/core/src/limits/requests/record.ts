import type { LimitRequest } from '@sluice/contract'
import type { LimitRequest as Row } from '../../database/generated/client.ts'

/** How a request was decided, as its row keeps it. */
export interface Decision extends Omit<NonNullable<LimitRequest['decision']>, 'at'> {
  readonly status: 'Granted' | 'Declined'
}

/** Those of before there were quotas lack them. */
type StoredDecision = Omit<Decision, 'storage'> & Partial<Pick<Decision, 'storage'>>

/** What is asked for of a tier, as rows keep it: under a name that the API no longer uses. */
type StoredTier = Pick<LimitRequest['tiers'][number], 'tier'> & { requestsPerMinute: number }

/** The tiers of a request, as a row keeps them. */
export function storedTiers(tiers: LimitRequest['tiers']): StoredTier[] {
  return tiers.map(({ tier, perMinute }) => ({ tier, requestsPerMinute: perMinute }))
}

/** A request's public record. */
export function presentRequest(row: Row): LimitRequest {
  const {
    status,
    storage = [],
    ...decision
  } = (row.decision ?? {
    status: 'Open',
  }) as unknown as StoredDecision
  return {
    id: row.id,
    tiers: (row.tiers as unknown as StoredTier[]).map(({ tier, requestsPerMinute }) => {
      return { tier, perMinute: requestsPerMinute }
    }),
    storage: row.storage as LimitRequest['storage'],
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    status,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy as LimitRequest['createdBy'],
    decision: row.decidedAt && { at: row.decidedAt.toISOString(), ...decision, storage },
  }
}
