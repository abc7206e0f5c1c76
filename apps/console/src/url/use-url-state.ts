'use client'

import { useSearchParams } from 'next/navigation'

type Changes = Record<string, string | null | undefined>

/**
 * Filters live in the URL. Changing one goes back to the first page, replaces the history entry and asks
 * the server for nothing: Next keeps `useSearchParams` in step with the browser's history.
 */
export function useUrlState() {
  const params = useSearchParams()

  function urlWith(changes: Changes) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const query = next.toString()
    return query === '' ? window.location.pathname : `?${query}`
  }

  return {
    params: new URLSearchParams(params),
    filter: (changes: Changes) =>
      window.history.replaceState(null, '', urlWith({ cursor: null, ...changes })),
    go: (changes: Changes) => window.history.pushState(null, '', urlWith(changes)),
  }
}
