import type { ListSort, ThingSort } from '@sluice/contract'
import { texts } from '#texts/table.ts'

/** A list's orders as its choice names them; by id, its own order, is what an empty choice means. */
export const sortOptions: readonly { value: ListSort; label: string }[] = [
  { value: 'name', label: texts.sort.byName },
  { value: '-name', label: texts.sort.byNameDown },
  { value: '-createdAt', label: texts.sort.newest },
  { value: 'createdAt', label: texts.sort.oldest },
  { value: '-updatedAt', label: texts.sort.lastChanged },
]

/** Those of things. */
export const thingSortOptions: readonly { value: ThingSort; label: string }[] = [
  ...sortOptions,
  { value: '-lastSeenAt', label: texts.sort.lastSeen },
  { value: 'lastSeenAt', label: texts.sort.longestSilent },
]
