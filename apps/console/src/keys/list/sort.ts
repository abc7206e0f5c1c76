import type { KeySort } from '@sluice/contract'
import { texts } from '#texts/keys.tsx'

/** Sort options of the list. The default, newest first, is the empty choice. */
export const keySortOptions = [
  { value: 'name', label: texts.sort.byName },
  { value: '-lastUsedAt', label: texts.sort.lastUsed },
  { value: 'expiresAt', label: texts.sort.soonestExpiry },
] as const satisfies readonly { value: KeySort; label: string }[]
