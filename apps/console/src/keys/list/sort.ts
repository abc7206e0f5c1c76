import type { KeySort } from '@sluice/contract'
import { texts } from '#texts/keys.tsx'

/** The orders of the list as its choice names them; newest first is what an empty choice means. */
export const keySortOptions = [
  { value: 'name', label: texts.sort.byName },
  { value: '-lastUsedAt', label: texts.sort.lastUsed },
  { value: 'expiresAt', label: texts.sort.soonestExpiry },
] as const satisfies readonly { value: KeySort; label: string }[]
