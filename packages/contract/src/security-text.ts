/** Where people report what is wrong with the service's security, as a URI: a mail address becomes a mailto. */
export function securityContactUri(contact: string): string {
  return /^[^@\s:/]+@[^@\s:/]+$/.test(contact) ? `mailto:${contact}` : contact
}

/** Is it a mail address, or a mailto, https or tel URI? (RFC 9116, 2.5.3) */
export function isSecurityContact(contact: string): boolean {
  const uri = securityContactUri(contact)
  return /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(uri) && URL.canParse(uri)
}

const DAY_MS = 86_400_000

/** Less than a year, as RFC 9116 (2.5.5) asks. */
const VALID_DAYS = 180

/** `/.well-known/security.txt` (RFC 9116): the contact, and until when it counts, counted anew every day. */
export function securityText(contact: string, origin: string, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString()
  return [
    `Contact: ${securityContactUri(contact)}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
