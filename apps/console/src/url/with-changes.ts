import { withoutKeySecrets } from '@sluice/contract'

/** Parameters by name; empty ones are removed from the URL. */
export type Changes = Record<string, string | null | undefined>

/** Applies changes to the URL's parameters. Secrets of keys are removed, because URLs end up in histories and logs. */
export function withChanges(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, withoutKeySecrets(value))
    else next.delete(name)
  }
  return next
}
