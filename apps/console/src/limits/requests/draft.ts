import { budgetTiers, type Call, type TierLimit } from '@sluice/contract'

type Tier = TierLimit['tier']

/** The form as it is filled in. */
export interface RequestFormValues extends Record<Tier, number | string> {
  reason: string
  /** In UTC; empty: for good. */
  until: string
}

export const emptyRequest: RequestFormValues = {
  standard: '',
  'data-read': '',
  ingest: '',
  reason: '',
  until: '',
}

/** The body of `limitRequests.create`: the tiers that were filled in, in their order. */
export function toDraft(values: RequestFormValues): Call<'limitRequests.create'>['body'] {
  return {
    tiers: wanted(values).map((tier) => ({ tier, perMinute: Number(values[tier]) })),
    reason: values.reason,
    until: values.until || null,
  }
}

/** The form's field for a path of the draft; undefined where the form has none. */
export function fieldOf(values: RequestFormValues, path: string): string | undefined {
  if (path === 'reason' || path === 'until') return path
  if (path === 'tiers') return budgetTiers[0]
  const [, index] = /^tiers\.(\d+)\./.exec(path) ?? []
  return index === undefined ? undefined : wanted(values)[Number(index)]
}

function wanted(values: RequestFormValues): Tier[] {
  return budgetTiers.filter((tier) => values[tier] !== '')
}
