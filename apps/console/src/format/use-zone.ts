import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The reader's time zone. While a page hydrates it is UTC, since the server cannot know the reader's. */
export function useZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
}
