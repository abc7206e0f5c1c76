import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { exception } from './exception.ts'

/** The only user of the embedded engine. */
export const user = 'default'

type Credentials = { user: string; password: string }

/**
 * Checks the password of a request, sent in any of the ways that ClickHouse accepts.
 *
 * @throws ClickHouseException 194 (HTTP 401) without credentials, 516 (403) with wrong ones.
 */
export function authenticate(request: IncomingMessage, url: URL, password: string): void {
  const given = fromHeaders(request) ?? fromBasic(request) ?? fromUrl(url)
  if (!given) throw exception('REQUIRED_PASSWORD', 'A password is required.')
  // Compares both, whatever the first result, in constant time.
  const right = [same(given.user, user), same(given.password, password)]
  if (right.every(Boolean)) return
  throw exception(
    'AUTHENTICATION_FAILED',
    'Authentication failed: password is incorrect, or there is no user with such name.',
  )
}

function same(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function fromHeaders({ headers }: IncomingMessage): Credentials | undefined {
  const password = headers['x-clickhouse-key']?.toString()
  if (password === undefined) return undefined
  return { user: headers['x-clickhouse-user']?.toString() ?? user, password }
}

function fromBasic({ headers }: IncomingMessage): Credentials | undefined {
  const [, encoded] = /^basic (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (!encoded) return undefined
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return { user: name || user, password: rest.join(':') }
}

function fromUrl({ searchParams }: URL): Credentials | undefined {
  const password = searchParams.get('password')
  if (password === null) return undefined
  return { user: searchParams.get('user') ?? user, password }
}
