'use client'

import { useEffect, useState } from 'react'
import { clickOf, leavesPage } from '#form/unsaved-now.ts'
import { texts } from '#texts/data.ts'
import classes from './keep-page.module.css'

/**
 * Where the console cannot be reached, a link leaves the page as it is and says so: the browser would show its own error
 * page. What says so is here already; a notice may have to be loaded.
 */
export function KeepPage() {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let isGoing = false
    async function go(link: HTMLAnchorElement) {
      // A browser takes a machine without a network for offline, though the console may run on it.
      const isThere = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      )
      setAway(!isThere)
      if (!isThere) return
      isGoing = true
      link.click()
      isGoing = false
    }
    function hold(event: MouseEvent) {
      if (navigator.onLine || isGoing) return
      const { link, click } = clickOf(event)
      if (!link || !click || !leavesPage(click, window.location.href)) return
      event.preventDefault()
      event.stopPropagation()
      void go(link)
    }
    const back = () => setAway(false)
    window.addEventListener('click', hold, true)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('click', hold, true)
      window.removeEventListener('online', back)
    }
  }, [])
  return <div role="alert">{isAway && <p className={classes.away}>{texts.unreachable}</p>}</div>
}
