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
  if (!isSecure) {
    return 'Passkeys need https, or localhost: this page came over plain http, where browsers refuse them.'
  }
  if (isAddress(hostname)) {
    const name = hostname === '127.0.0.1' || hostname === '[::1]' ? 'localhost' : 'a domain name'
    return `Passkeys belong to a name, never to an IP address: open the console under ${name}.`
  }
  return hasPasskeys ? undefined : 'This browser is too old for passkeys.'
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
