'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { holdPage } from '#form/unsaved-now.ts'

/**
 * While `active`, the browser asks before the tab closes or reloads, and its back button asks the page
 * instead of leaving: an entry of the same URL is put on the history to be taken off.
 *
 * @returns whether the history has that entry, which the browser takes off a moment after. Going to another page before
 *   would be undone by it.
 */
export function useUnloadGuard(active: boolean, onBack: () => void): boolean {
  const back = useEffectEvent(onBack)
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    if (!active) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const goneBack = () => {
      window.history.pushState(null, '', window.location.href)
      back()
    }
    window.history.pushState(null, '', window.location.href)
    setOn(true)
    const free = holdPage(() => back())
    window.addEventListener('beforeunload', stay)
    window.addEventListener('popstate', goneBack)
    return () => {
      free()
      window.removeEventListener('beforeunload', stay)
      window.removeEventListener('popstate', goneBack)
      window.addEventListener('popstate', () => setOn(false), { once: true })
      window.history.back()
    }
  }, [active])
  return active || isOn
}
