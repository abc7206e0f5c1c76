'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { holdPage } from '#form/unsaved-now.ts'

/**
 * While `active`, the browser asks before the tab closes or reloads, and its back button calls `onBack` instead of
 * leaving. For that, a history entry with the same URL is pushed, and removed at the end.
 *
 * @returns whether the entry is still there. It is removed asynchronously, which would undo a navigation that starts
 * before.
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
