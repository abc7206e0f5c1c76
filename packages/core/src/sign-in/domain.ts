import { domainToASCII } from 'node:url'
import { invalidRequest } from '@sluice/runtime'

const LABELS =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Checked first, since the conversion to ASCII would cut off the text after certain other characters. */
const CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u

function asciiOf(text: string): string {
  return CHARACTERS.test(text) ? domainToASCII(text).toLowerCase() : ''
}

/** A domain in DNS form: lower case, and Punycode for other alphabets. Throws Problem `invalid-request`. */
export function domainIn(given: string): string {
  const domain = asciiOf(given.trim().replace(/^@/, ''))
  if (LABELS.test(domain)) return domain
  throw invalidRequest([{ pointer: '/domain', detail: 'must be a domain, such as acme.example' }])
}

/** The domain of an email address, in the form of {@link domainIn}; undefined if there is none. */
export function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  if (at < 1) return undefined
  const domain = asciiOf(email.slice(at + 1))
  return LABELS.test(domain) ? domain : undefined
}

/** The required content of the domain's TXT record. */
export function recordText(token: string): string {
  return `sluice-verification=${token}`
}
