import type { IncomingMessage } from 'node:http'
import { maskKeySecrets } from '@sluice/contract'

/**
 * A request's path for the log and for traces: without its query, and without the secret of a key string that somebody
 * put where an id belongs.
 */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const query = url.indexOf('?')
  return maskKeySecrets(query < 0 ? url : url.slice(0, query))
}
