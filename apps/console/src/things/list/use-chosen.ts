'use client'

import type { SeenThing } from '@sluice/contract'
import { useState } from 'react'
import { useSelection } from '#table/use-selection.ts'

/**
 * Which things of a list are chosen: some of the page, or all that its filters match. The latter ends with the filters
 * that it was chosen under.
 *
 * @param filters the filters, as text
 */
export function useChosen(things: readonly SeenThing[], filters: string) {
  const some = useSelection(things.map(({ id }) => id))
  const [allUnder, setAllUnder] = useState<string>()
  const isEvery = allUnder === filters
  return {
    ...some,
    has: (id: string) => isEvery || some.has(id),
    /** All that match are chosen, on every page. */
    isEvery,
    every: () => setAllUnder(filters),
    toggle(id: string) {
      // From all of them to all of the page but one.
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
