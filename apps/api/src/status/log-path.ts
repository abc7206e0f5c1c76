import type { IncomingMessage } from 'node:http'
import { maskKeySecrets } from '@sluice/contract'

/**
 * A request's path for logs and traces: without its query, and without the secret of a key string that somebody put in
 * place of an id.
 */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const query = url.indexOf('?')
  return maskKeySecrets(query < 0 ? url : url.slice(0, query))
}
