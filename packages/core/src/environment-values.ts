import { isIP } from 'node:net'
import { isUrl } from '@sluice/runtime'
import { z } from 'zod'
import { isAddressOrNetwork } from './allow-list/index.ts'

/** Variables that several processes read. A fault names the expected form and never the value, which may be a secret. */

const url = (protocols: string, form: string) =>
  z
    .string('is not set')
    .refine(
      (text) => isUrl(text, protocols),
      `must be like ${form}, with % in user and password written as %25`,
    )

export const databaseUrl = url('postgres|postgresql', 'postgres://user:password@host/name')

export const clickhouseUrl = url('https?', 'http://user:password@host:8123')

/** One server, or some servers of a cluster, separated by commas. */
export const valkeyUrls = list(
  (entry) => isUrl(entry, 'rediss?'),
  'must be like redis://user:password@host:6379, separated by commas, with % in user and password written as %25',
).refine(
  (urls) => new Set(urls.map((url) => new URL(url).protocol)).size < 2,
  'must be all redis://, or all rediss:// for TLS',
)

/** Proxies whose X-Forwarded-For is believed, separated by commas. */
export const trustedProxies = list(
  isAddressOrNetwork,
  'must be addresses and CIDRs without host bits (10.0.0.0/8), separated by commas',
)

/** Origins of pages that may call the API, separated by commas. */
export const corsOrigins = list(
  isOrigin,
  'must be origins like https://example.com, separated by commas',
)

/**
 * Hosts of identity providers that may be in a private network, separated by commas. The result has them as a URL does:
 * lower case, with the port if it is not 443.
 */
export const privateProviders = list(
  isHost,
  'must be hosts like login.corp.example or login.corp.example:8443, separated by commas',
).transform((entries) => entries.map((entry) => new URL(`https://${entry}`).host))

function list(isEntry: (entry: string) => boolean, error: string) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter(Boolean))
    .refine((entries) => entries.every(isEntry), { error, abort: true })
}

function isOrigin(entry: string): boolean {
  return /^https?:/.test(entry) && URL.parse(entry)?.origin === entry
}

function isHost(entry: string): boolean {
  const hostname = URL.parse(`https://${entry}`)?.hostname ?? ''
  return /^[A-Za-z0-9.-]{1,253}(:\d+)?$/.test(entry) && hostname !== '' && isIP(hostname) === 0
}

/** Why nodes cannot share the rate limits; undefined if they can. */
export function nodesFault(nodes: number, urls: readonly string[]): string | undefined {
  if (nodes === 1 || urls.length > 0) return undefined
  return 'NODES above 1 needs VALKEY_URL. Without it each node would allow the whole limit.'
}

/** The public URL of the API, without a trailing slash. */
export const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine((text) => isPublic(text), 'must have no user, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''))

/** The public URL of the console, as browsers send it in `Origin`. */
export const publicOrigin = publicUrl
  .refine((text) => new URL(text).pathname === '/', 'must have no path')
  .transform((text) => new URL(text).origin)

function isPublic(text: string): boolean {
  return URL.canParse(text) && !/[?#@]/.test(text)
}

/** Signs console sessions. */
export const authSecret = z
  .string('is not set')
  .refine((text) => text.trim().length >= 32, 'must have at least 32 characters, not all blank')
