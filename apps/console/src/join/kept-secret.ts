import { useSyncExternalStore } from 'react'

const KEY = 'sluice.invitation'

/**
 * The secret of the link that led here. It is taken out of the address, where others could read it, and kept for this
 * tab, so that it is still there after signing in.
 *
 * @returns null without one; undefined until the browser can tell
 */
export function useKeptSecret(): string | null | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined)
}

/** For an invitation that was accepted or is of no use any more. */
export function forgetSecret(): void {
  window.sessionStorage.removeItem(KEY)
}

function subscribe(changed: () => void): () => void {
  const takeHash = () => {
    takeFromAddress()
    changed()
  }
  window.addEventListener('hashchange', takeHash)
  takeHash()
  return () => window.removeEventListener('hashchange', takeHash)
}

function read(): string | null {
  return secretInAddress() ?? window.sessionStorage.getItem(KEY)
}

function takeFromAddress(): void {
  const secret = secretInAddress()
  if (secret === undefined) return
  window.sessionStorage.setItem(KEY, secret)
  window.history.replaceState(null, '', window.location.pathname)
}

function secretInAddress(): string | undefined {
  return window.location.hash.slice(1) || undefined
}
