import { useSyncExternalStore } from 'react'

/**
 * The secret of the link that led here. It is taken out of the address, where others could read it, and kept for this
 * tab under a name of its own.
 */
export function linkSecret(key: string) {
  const read = () => secretInAddress() ?? window.sessionStorage.getItem(key)

  function takeFromAddress() {
    const secret = secretInAddress()
    if (secret === undefined) return
    window.sessionStorage.setItem(key, secret)
    window.history.replaceState(null, '', window.location.pathname)
  }

  function subscribe(changed: () => void) {
    const take = () => {
      takeFromAddress()
      changed()
    }
    window.addEventListener('hashchange', take)
    take()
    return () => window.removeEventListener('hashchange', take)
  }

  return {
    /** @returns null without one; undefined until the browser can tell */
    useSecret: (): string | null | undefined =>
      useSyncExternalStore(subscribe, read, () => undefined),
    /** For a secret that was used or is of no use any more. */
    forget: () => window.sessionStorage.removeItem(key),
  }
}

function secretInAddress(): string | undefined {
  return window.location.hash.slice(1) || undefined
}
