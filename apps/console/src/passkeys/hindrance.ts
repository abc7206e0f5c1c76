import { texts } from '#texts/passkeys.ts'

/** Where the page is shown, as far as it matters for passkeys. */
export interface PageOrigin {
  readonly hostname: string
  /** Whether the context is secure: `https:`, or `http:` on this machine. */
  readonly isSecure: boolean
  /** Whether the browser supports passkeys and their JSON format. */
  readonly hasPasskeys: boolean
}

/** Why passkeys cannot be used at an origin and what to do about it; undefined if they can. */
export function hindranceAt({ hostname, isSecure, hasPasskeys }: PageOrigin): string | undefined {
  const { plainHttp, loopback, address, oldBrowser } = texts.hindrance
  if (!isSecure) return plainHttp
  if (hostname === '127.0.0.1' || hostname === '[::1]') return loopback
  if (isAddress(hostname)) return address
  return hasPasskeys ? undefined : oldBrowser
}

/** The origin of the current page. */
export function originHere(): PageOrigin {
  return {
    hostname: window.location.hostname,
    isSecure: window.isSecureContext,
    hasPasskeys:
      'PublicKeyCredential' in window &&
      typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function',
  }
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}
