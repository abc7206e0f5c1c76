'use client'

import type { SeenThing } from '@sluice/contract'
import { useState } from 'react'
import { useSelection } from '#table/use-selection.ts'

/**
 * The selected things of a list: some of the page, or all that match the filters. Changing the filters ends the
 * latter.
 *
 * @param filters the filters as a string
 */
export function useChosen(things: readonly SeenThing[], filters: string) {
  const some = useSelection(things.map(({ id }) => id))
  const [allUnder, setAllUnder] = useState<string>()
  const isEvery = allUnder === filters
  // Otherwise returning to the filters would select all again.
  if (allUnder !== undefined && !isEvery) setAllUnder(undefined)
  return {
    ...some,
    has: (id: string) => isEvery || some.has(id),
    /** Whether all matching things on all pages are selected. */
    isEvery,
    every: () => setAllUnder(filters),
    toggle(id: string) {
      // Deselecting one of all selects the rest of the page.
      if (isEvery) some.only(things.map((thing) => thing.id).filter((other) => other !== id))
      else some.toggle(id)
      setAllUnder(undefined)
    },
    none() {
      setAllUnder(undefined)
      some.none()
    },
  }
}

export type Chosen = ReturnType<typeof useChosen>
