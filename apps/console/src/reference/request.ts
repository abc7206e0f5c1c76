import type { ApiOperation } from './document.ts'

/** What a call is tried with. */
export interface Trial {
  readonly key: string
  /** Parameters by name; empty: not sent. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

/** The request of a trial: where it goes below the API's address, and how. */
export function requestOf(operation: ApiOperation, { key, values, body }: Trial) {
  const given = (operation.parameters ?? []).filter(({ name }) => values[name])
  const at = (place: string) => given.filter((parameter) => parameter.in === place)
  const path = at('path').reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')),
    operation.path,
  )
  const query = new URLSearchParams(at('query').map(({ name }) => [name, values[name] ?? '']))
  const headers = Object.fromEntries(at('header').map(({ name }) => [name, values[name] ?? '']))
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    init: {
      method: operation.method,
      headers: {
        ...(key.trim() && { 'X-Api-Key': key.trim() }),
        ...headers,
        ...(body.trim() && { 'Content-Type': 'application/json' }),
      },
      ...(body.trim() && { body }),
    },
  }
}
