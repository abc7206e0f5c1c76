import type { ListSort, ThingSort } from '@sluice/contract'
import { texts } from '#texts/table.ts'

/** The sort orders of a list. The default, by id, is the empty choice. */
export const sortOptions: readonly { value: ListSort; label: string }[] = [
  { value: 'name', label: texts.sort.byName },
  { value: '-name', label: texts.sort.byNameDown },
  { value: '-createdAt', label: texts.sort.newest },
  { value: 'createdAt', label: texts.sort.oldest },
  { value: '-updatedAt', label: texts.sort.lastChanged },
]

export const thingSortOptions: readonly { value: ThingSort; label: string }[] = [
  ...sortOptions,
  { value: '-lastSeenAt', label: texts.sort.lastSeen },
  { value: 'lastSeenAt', label: texts.sort.longestSilent },
]
