import type { KeySort } from '@sluice/contract'

/** The orders of the list as its choice names them; newest first is what an empty choice means. */
export const keySortOptions = [
  { value: 'name', label: 'By name' },
  { value: '-lastUsedAt', label: 'Last used' },
  { value: 'expiresAt', label: 'Soonest expiry' },
] as const satisfies readonly { value: KeySort; label: string }[]
