import {
  budgetTiers,
  type Call,
  type StorageKind,
  storageKinds,
  type TierLimit,
} from '@sluice/contract'

type Tier = TierLimit['tier']

/** The form values: requests a minute by tier, GiB by kind of storage. */
export interface RequestFormValues extends Record<Tier | StorageKind, number | string> {
  reason: string
  /** In UTC; empty means permanently. */
  until: string
}

export const emptyRequest: RequestFormValues = {
  standard: '',
  'data-read': '',
  ingest: '',
  changes: '',
  samples: '',
  reason: '',
  until: '',
}

/** Converts typed GiB to bytes. */
export function bytesOf(gib: number | string): number {
  return Math.round(Number(gib) * 2 ** 30)
}

/** The body of `limitRequests.create`, with the fields that were filled in. */
export function toDraft(values: RequestFormValues): Call<'limitRequests.create'>['body'] {
  return {
    tiers: filled(values, budgetTiers).map((tier) => ({ tier, perMinute: Number(values[tier]) })),
    storage: filled(values, storageKinds).map((kind) => ({ kind, bytes: bytesOf(values[kind]) })),
    reason: values.reason,
    until: values.until || null,
  }
}

/** The form's field for a path of the draft; undefined if there is none. */
export function fieldOf(values: RequestFormValues, path: string): string | undefined {
  if (path === 'reason' || path === 'until') return path
  if (path === 'tiers') return budgetTiers[0]
  const [, list, index] = /^(tiers|storage)\.(\d+)\./.exec(path) ?? []
  if (list === undefined) return undefined
  const fields = list === 'tiers' ? filled(values, budgetTiers) : filled(values, storageKinds)
  return fields[Number(index)]
}

function filled<Field extends Tier | StorageKind>(
  values: RequestFormValues,
  fields: readonly Field[],
): Field[] {
  return fields.filter((field) => values[field] !== '')
}
