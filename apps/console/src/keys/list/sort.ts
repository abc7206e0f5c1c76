import type { keySorts } from '@sluice/contract'

/** The orders of the list, as its choice names them. */
export const sortLabels: Record<(typeof keySorts)[number], string> = {
  name: 'By name',
  lastUsedAt: 'Last used',
  expiresAt: 'Soonest expiry',
}
