import type { ListSort, ThingSort } from '@sluice/contract'

/** A list's orders as its choice names them; by id, its own order, is what an empty choice means. */
export const sortOptions: readonly { value: ListSort; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: '-name', label: 'By name, Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-updatedAt', label: 'Last changed first' },
]

/** Those of things. */
export const thingSortOptions: readonly { value: ThingSort; label: string }[] = [
  ...sortOptions,
  { value: '-lastSeenAt', label: 'Last seen first' },
  { value: 'lastSeenAt', label: 'Longest silent first' },
]
