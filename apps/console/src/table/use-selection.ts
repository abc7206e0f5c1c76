'use client'

import { useState } from 'react'

/** The selected rows. Rows that are no longer on the page do not count. */
export function useSelection(selectable: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = selectable.filter((id) => ids.has(id))
  return {
    chosen,
    isAll: chosen.length > 0 && chosen.length === selectable.length,
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    all: () => setIds(new Set(selectable)),
    only: (some: readonly string[]) => setIds(new Set(some)),
    none: () => setIds(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
