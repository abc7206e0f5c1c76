'use client'

import { useState } from 'react'
import { useUrlState } from '#url/use-url-state.ts'

/**
 * Paging by cursor, in the URL. A cursor only leads on, so the way back is remembered here; on a page opened
 * by its URL, or after the filters changed, "previous" means the first page. The browser's own way back leads along the same
 * pages: what was remembered from there on does not count.
 */
export function useCursor() {
  const { params, go } = useUrlState()
  const [trail, setTrail] = useState<readonly (string | null)[]>([])
  const cursor = params.get('cursor')
  const place = trail.indexOf(cursor)
  const before = place === -1 ? trail : trail.slice(0, place)

  return {
    isFirst: cursor === null,
    first() {
      setTrail([])
      go({ cursor: null })
    },
    next(nextCursor: string) {
      setTrail([...before, cursor])
      go({ cursor: nextCursor })
    },
    previous() {
      setTrail(before.slice(0, -1))
      go({ cursor: before.at(-1) ?? null })
    },
  }
}
