'use client'

import { useState } from 'react'
import { useUrlState } from '#url/use-url-state.ts'

/**
 * Paging by cursor, in the URL. A cursor only leads on, so the way back is remembered here; on a page opened
 * by its URL, or after the filters changed, "previous" means the first page.
 */
export function useCursor() {
  const { params, go } = useUrlState()
  const [trail, setTrail] = useState<readonly (string | null)[]>([])
  const cursor = params.get('cursor')

  return {
    isFirst: cursor === null,
    first() {
      setTrail([])
      go({ cursor: null })
    },
    next(nextCursor: string) {
      setTrail(cursor === null ? [null] : [...trail, cursor])
      go({ cursor: nextCursor })
    },
    previous() {
      setTrail(trail.slice(0, -1))
      go({ cursor: trail.at(-1) ?? null })
    },
  }
}
