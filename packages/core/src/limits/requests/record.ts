import type { LimitRequest } from '@sluice/contract'
import type { LimitRequest as Row } from '../../database/generated/client.ts'

/** How a request was decided, as its row keeps it. */
export interface Decision extends Omit<NonNullable<LimitRequest['decision']>, 'at'> {
  readonly status: 'Granted' | 'Declined'
}

/** A request's public record. */
export function presentRequest(row: Row): LimitRequest {
  const { status, ...decision } = (row.decision ?? { status: 'Open' }) as unknown as Decision
  return {
    id: row.id,
    tiers: row.tiers as unknown as LimitRequest['tiers'],
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    status,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy as LimitRequest['createdBy'],
    decision: row.decidedAt && { at: row.decidedAt.toISOString(), ...decision },
  }
}
