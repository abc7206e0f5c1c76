import { withoutKeySecrets } from '@sluice/contract'

/** Parameters by name; an empty one is left out of the URL. */
export type Changes = Record<string, string | null | undefined>

/** The URL's parameters after these changes. No secret of a key gets in, since URLs are kept in histories and logs. */
export function withChanges(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, withoutKeySecrets(value))
    else next.delete(name)
  }
  return next
}
