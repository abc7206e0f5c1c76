'use client'

import { useSearchParams } from 'next/navigation'
import { type Changes, withChanges } from './with-changes.ts'

/**
 * Filters live in the URL. Changing one goes back to the first page, replaces the history entry and asks
 * the server for nothing: Next keeps `useSearchParams` in step with the browser's history.
 */
export function useUrlState() {
  const params = useSearchParams()

  function urlWith(changes: Changes) {
    const query = withChanges(new URLSearchParams(params), changes).toString()
    return query === '' ? window.location.pathname : `?${query}`
  }

  return {
    params: new URLSearchParams(params),
    filter: (changes: Changes) =>
      window.history.replaceState(null, '', urlWith({ cursor: null, ...changes })),
    go: (changes: Changes) => window.history.pushState(null, '', urlWith(changes)),
  }
}
