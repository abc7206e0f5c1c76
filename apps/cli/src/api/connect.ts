import { type Client, createClient } from '@sluice/client'
import { readRuntime } from '../data/runtime.ts'
import { readEnvironment } from '../environment.ts'
import { UsageError } from '../usage-error.ts'
import type { ApiFlags } from './api-options.ts'

/** A client with the key that was read, else the one of SLUICE_KEY. Throws a UsageError without a key, or if it or the URL is invalid. */
export function connect({ url }: ApiFlags, keyRead: string | undefined): Client {
  // A file with a key may have a line break at its end.
  const key = keyRead ?? process.env.SLUICE_KEY?.trim()
  if (!key) {
    throw new UsageError(
      'There is no API key. Set SLUICE_KEY to one, or give it on standard input with --key-stdin.',
    )
  }
  const baseUrl = url ?? process.env.SLUICE_URL ?? runningUrl()
  try {
    return createClient({ baseUrl, key })
  } catch (fault) {
    const { message } = fault as TypeError
    const isUrlOfEnvironment = url === undefined && process.env.SLUICE_URL !== undefined
    throw new UsageError(
      message
        .replace(/^baseUrl/, isUrlOfEnvironment ? 'SLUICE_URL' : '--url')
        .replace(/^key/, keyRead === undefined ? 'SLUICE_KEY' : 'The key'),
    )
  }
}

function runningUrl(): string {
  const { DATA_DIR, API_URL } = readEnvironment(process.env)
  if (process.env.API_URL) return API_URL
  try {
    return readRuntime(DATA_DIR)?.apiUrl ?? API_URL
  } catch {
    // Another user's: where it listens by default is worth a try.
    return API_URL
  }
}
