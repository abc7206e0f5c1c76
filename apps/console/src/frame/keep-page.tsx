'use client'

import { useLayoutEffect, useState } from 'react'
import { clickOf, leavesPage } from '#form/unsaved-now.ts'
import { texts } from '#texts/data.ts'
import classes from './keep-page.module.css'

/**
 * If the console cannot be reached, a link keeps the page and says so, instead of leading to the browser's error page. The
 * message is part of this component, because a notification might have to be loaded.
 */
export function KeepPage() {
  const [isAway, setAway] = useState(false)
  // A layout effect: as soon as the element below exists, links are held.
  useLayoutEffect(() => {
    let isGoing = false
    async function go(link: HTMLAnchorElement) {
      // A browser without a network reports that it is offline, even if the console runs on the same machine.
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
  return (
    <div role="alert" id="connection">
      {isAway && <p className={classes.away}>{texts.unreachable}</p>}
    </div>
  )
}
