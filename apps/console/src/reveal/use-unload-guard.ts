'use client'

import { useEffect, useEffectEvent } from 'react'

/**
 * While `active`, the browser asks before the tab closes or reloads, and its back button asks the page
 * instead of leaving: an entry of the same URL is put on the history to be taken off.
 */
export function useUnloadGuard(active: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack)

  useEffect(() => {
    if (!active) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const goneBack = () => {
      window.history.pushState(null, '', window.location.href)
      back()
    }
    window.history.pushState(null, '', window.location.href)
    window.addEventListener('beforeunload', stay)
    window.addEventListener('popstate', goneBack)
    return () => {
      window.removeEventListener('beforeunload', stay)
      window.removeEventListener('popstate', goneBack)
      window.history.back()
    }
  }, [active])
}
