'use client'

import { useState } from 'react'
import { useUrlState } from '#url/use-url-state.ts'

/**
 * Paging by cursor, kept in the URL. Cursors only lead forward, so the visited ones are remembered here. If the page
 * was opened by its URL or the filters changed, "previous" leads to the first page. After the browser's back button,
 * entries beyond the current page are ignored.
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
