'use client'

import { useSearchParams } from 'next/navigation'
import { type Changes, withChanges } from './with-changes.ts'

/**
 * State in the URL. `filter` replaces the history entry and returns to the first page; `go` adds an entry. Neither
 * makes a request: Next.js keeps `useSearchParams` in sync with the history.
 */
export function useUrlState() {
  const params = useSearchParams()

  function urlWith(changes: Changes) {
    // Not `params`: Next.js renders a change of the URL later, and another may come before.
    const query = withChanges(new URLSearchParams(window.location.search), changes).toString()
    return query === '' ? window.location.pathname : `?${query}`
  }

  return {
    params: new URLSearchParams(params),
    filter: (changes: Changes) =>
      window.history.replaceState(null, '', urlWith({ cursor: null, ...changes })),
    go: (changes: Changes) => window.history.pushState(null, '', urlWith(changes)),
  }
}
