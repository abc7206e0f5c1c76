import { type RefObject, useEffect } from 'react'

/** Dialogs and menus first get the time to return the focus to what opened them. */
const GRACE_MILLIS = 300

/**
 * Moves the focus into the element when what had it is gone: a button that its own action removed, or one that opened
 * a dialog and is gone when that closes. Otherwise the focus would fall to the document.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = () => document.activeElement === document.body && last?.isConnected === false
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target
    }
    const watcher = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isLost()) element.current?.focus({ preventScroll: true })
      }, GRACE_MILLIS)
    })
    document.addEventListener('focusin', remember)
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [element])
}
