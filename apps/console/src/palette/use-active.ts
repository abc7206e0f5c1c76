'use client'

import { type KeyboardEvent, useState } from 'react'
import type { Entry } from './entries.ts'

/**
 * Tracks the active entry, which Enter chooses: the first, until arrow keys move it. Enter does nothing while it is a
 * match of an earlier text, which the user may not have seen.
 */
export function useActive(
  entries: readonly Entry[],
  isEarlier: (entry: Entry) => boolean,
  choose: (entry: Entry) => void,
) {
  const [place, move] = useState(0)
  const last = entries.length - 1
  const active = last < 0 ? undefined : Math.min(place, last)

  function onKeyDown(event: KeyboardEvent) {
    if (active === undefined || event.nativeEvent.isComposing) return
    const moved = movedBy(event.key, active, last)
    const entry = entries[active]
    if (moved !== undefined) move(moved)
    else if (event.key !== 'Enter' || !entry) return
    else if (!isEarlier(entry)) choose(entry)
    event.preventDefault()
  }

  return { active, move, onKeyDown }
}

/** Wraps around at the ends. Home and End are left to the text field. */
function movedBy(key: string, active: number, last: number): number | undefined {
  if (key === 'ArrowDown') return active === last ? 0 : active + 1
  if (key === 'ArrowUp') return active === 0 ? last : active - 1
  return undefined
}
