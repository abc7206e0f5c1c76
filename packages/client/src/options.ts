import type { Hooks } from './hooks.ts'

/** Where the client connects, with which key, and how patiently. */
export interface ClientOptions extends Hooks {
  /** Where the service is, for example `https://api.example.com`; without `/v2`. */
  readonly baseUrl: string
  /** The API key's string. */
  readonly key: string
  /** How often a call that may still succeed is repeated. Default: 4. */
  readonly retries?: number
  /**
   * Longest wait before a repeat, in seconds. A longer Retry-After is thrown instead of waited for.
   * Default: 30.
   */
  readonly longestWait?: number
  /** Seconds for one attempt. Default: 60. */
  readonly timeout?: number
  /** Holds calls back while the rate limit has no unit for them, as far as earlier answers tell. Default: true. */
  readonly pacing?: boolean
  /** Compresses bodies of 1 kB and more: with zstd where the runtime has it, else with gzip. Default: true. */
  readonly compression?: boolean
}

/** Longest time that a runtime's timer can take, in seconds: it would end at once after a longer one. */
export const LONGEST_TIMER = Math.floor((2 ** 31 - 1) / 1000)

/** Takes the options with their defaults. Throws a TypeError for what cannot work; it never holds the key. */
export function optionsOf(options: ClientOptions) {
  const { key, retries = 4, longestWait = 30, timeout = 60 } = options
  const { pacing = true, compression = true, onRequest, onResponse } = options
  requireKey(key)
  if (!(retries >= 0)) throw new TypeError('retries must be 0 or more.')
  if (!(longestWait >= 0)) throw new TypeError('longestWait must be 0 seconds or more.')
  if (!(timeout > 0 && timeout <= LONGEST_TIMER)) {
    throw new TypeError(`timeout must be above 0 and at most ${LONGEST_TIMER} seconds.`)
  }
  return {
    ...{ baseUrl: baseUrlOf(options), key, timeout, patience: { retries, longestWait } },
    ...{ hooks: { onRequest, onResponse }, pacing, compression },
  }
}

/** Without a slash at its end, as paths begin with one. A URL with a password is refused by every `fetch`, which tells it. */
function baseUrlOf({ baseUrl }: ClientOptions): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError('baseUrl is no URL, such as https://api.example.com.')
  }
  const { origin, protocol, pathname, username, password, search, hash } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl must begin with https://.')
  if (username || password || search || hash) {
    throw new TypeError('baseUrl must have no user, password, query or fragment.')
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

function requireKey(key: unknown): void {
  if (key === '') throw new TypeError('key is empty: it is the string of an API key, svc...')
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return
  throw new TypeError(
    'key is no API key: it has visible ASCII characters only, without spaces or line breaks.',
  )
}
