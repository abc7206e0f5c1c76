'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { holdPage } from '#form/unsaved-now.ts'

/**
 * While `active`, the browser asks before the tab closes or reloads, and its back button calls `onBack` instead of
 * leaving. For that, a history entry with the same URL is pushed, and removed at the end.
 *
 * @returns a function that ends the guard and calls `then` once the entry is gone: it is removed asynchronously, which
 * would undo a navigation that starts before
 */
export function useUnloadGuard(active: boolean, onBack: () => void): (then: () => void) => void {
  const back = useEffectEvent(onBack)
  const guard = useRef<Guard>(undefined)
  const isEnding = useRef(false)

  useEffect(() => {
    if (!active) return
    const begun = guardPage(() => back())
    guard.current = begun
    return begun.end
  }, [active])

  return (then) => {
    const { current } = guard
    if (!current) return then()
    if (isEnding.current) return
    isEnding.current = true
    current.end()
    void current.ended.then(() => {
      isEnding.current = false
      guard.current = undefined
      then()
    })
  }
}

interface Guard {
  readonly end: () => void
  readonly ended: Promise<void>
}

function guardPage(back: () => void): Guard {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let isOn = true
  const stay = (event: BeforeUnloadEvent) => event.preventDefault()
  const goneBack = () => {
    window.history.pushState(null, '', window.location.href)
    back()
  }
  window.history.pushState(null, '', window.location.href)
  const free = holdPage(back)
  window.addEventListener('beforeunload', stay)
  window.addEventListener('popstate', goneBack)
  function end() {
    if (!isOn) return
    isOn = false
    window.removeEventListener('beforeunload', stay)
    window.removeEventListener('popstate', goneBack)
    // Held until then: a form below would otherwise ask whether to go back.
    const gone = () => {
      free()
      resolve()
    }
    window.addEventListener('popstate', gone, { once: true })
    window.history.back()
  }
  return { end, ended }
}
