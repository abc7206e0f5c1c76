import type { Hooks } from './hooks.ts'

/** Address, key and retry behavior of a client. */
export interface ClientOptions extends Hooks {
  /** The service's URL, for example `https://api.example.com`, without `/v2`. */
  readonly baseUrl: string
  /** The API key's string. */
  readonly key: string
  /** How often a call that may still succeed is repeated. Default: 4. */
  readonly retries?: number
  /** The longest wait before a repeat, in seconds. A problem with a longer Retry-After is thrown instead. Default: 30. */
  readonly longestWait?: number
  /** Seconds for one attempt. Default: 60. */
  readonly timeout?: number
  /** Holds back calls while the rate limit has no unit for them, according to earlier answers. Default: true. */
  readonly pacing?: boolean
  /** Compresses bodies of at least 1 kB: with zstd if the runtime has it, else with gzip. Default: true. */
  readonly compression?: boolean
}

/** The longest time of a runtime's timer, in seconds: longer ones would fire at once. */
export const LONGEST_TIMER = Math.floor((2 ** 31 - 1) / 1000)

/** Adds defaults to the options. Throws a TypeError for invalid ones, which never contains the key. */
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

/**
 * Without a trailing slash, as paths begin with one. Refuses a URL with a password, because `fetch` would refuse it and
 * reveal it.
 */
function baseUrlOf({ baseUrl }: ClientOptions): string {
  const url = parseUrl(baseUrl)
  if (!url) throw new TypeError('baseUrl is no URL, such as https://api.example.com.')
  const { origin, protocol, pathname, username, password, search, hash } = url
  if (!/^https?:$/.test(protocol)) {
    throw new TypeError('baseUrl must begin with https:// or http://.')
  }
  if (username || password || search || hash) {
    throw new TypeError('baseUrl must have no user, password, query or fragment.')
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

/** Not `URL.parse` or `URL.canParse`, which Safari 16 lacks. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

function requireKey(key: unknown): void {
  if (key === '') throw new TypeError('key is empty: it is the string of an API key, svc...')
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return
  throw new TypeError(
    'key is no API key: it has visible ASCII characters only, without spaces or line breaks.',
  )
}
