import { useSyncExternalStore } from 'react'

/**
 * The secret in the fragment of the link that opened the page. It is removed from the URL, where others could see it,
 * and kept for this tab in session storage under `key`.
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
    /** @returns null if there is none; undefined during server rendering */
    useSecret: (): string | null | undefined =>
      useSyncExternalStore(subscribe, read, () => undefined),
    /** Forgets a secret that was used or is no longer valid. */
    forget: () => window.sessionStorage.removeItem(key),
  }
}

function secretInAddress(): string | undefined {
  return window.location.hash.slice(1) || undefined
}
