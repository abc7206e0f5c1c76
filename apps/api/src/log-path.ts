import type { IncomingMessage } from 'node:http'

const KEY_SHAPED = /(svc(?:ex|ad)_[0-9A-Za-z]{12}_)[0-9A-Za-z]+/g

/**
 * A request's path for the log and for traces: without its query, and without the secret of a key string that somebody
 * put where an id belongs.
 */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.includes('svc') ? path.replace(KEY_SHAPED, '$1…') : path
}
