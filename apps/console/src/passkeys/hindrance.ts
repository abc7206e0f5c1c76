import { texts } from '#texts/passkeys.ts'

/** What a page knows of where it is shown. */
export interface PageOrigin {
  readonly hostname: string
  /** `https:` or, on this machine alone, `http:`. */
  readonly isSecure: boolean
  /** Whether the browser knows passkeys and their JSON form. */
  readonly hasPasskeys: boolean
}

/** Why passkeys cannot be used at an origin, and what to do about it; undefined where they can. */
export function hindranceAt({ hostname, isSecure, hasPasskeys }: PageOrigin): string | undefined {
  const { plainHttp, loopback, address, oldBrowser } = texts.hindrance
  if (!isSecure) return plainHttp
  if (hostname === '127.0.0.1' || hostname === '[::1]') return loopback
  if (isAddress(hostname)) return address
  return hasPasskeys ? undefined : oldBrowser
}

/** The origin of the page that runs this. */
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
