import { domainToASCII } from 'node:url'
import { invalidRequest } from '@sluice/runtime'

const LABELS =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** What comes behind another character would be cut off on the way to ASCII. */
const CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u

function asciiOf(text: string): string {
  return CHARACTERS.test(text) ? domainToASCII(text).toLowerCase() : ''
}

/** A domain as DNS has it: in lower case, other alphabets in ASCII. Throws Problem `invalid-request`. */
export function domainIn(given: string): string {
  const domain = asciiOf(given.trim().replace(/^@/, ''))
  if (LABELS.test(domain)) return domain
  throw invalidRequest([{ pointer: '/domain', detail: 'must be a domain, such as acme.example' }])
}

/** The domain of an email address, as {@link domainIn} writes it; undefined for what is none. */
export function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  if (at < 1) return undefined
  const domain = asciiOf(email.slice(at + 1))
  return LABELS.test(domain) ? domain : undefined
}

/** What the TXT record of a domain has to say. */
export function recordText(token: string): string {
  return `sluice-verification=${token}`
}
