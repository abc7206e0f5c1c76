import type { ApiOperation } from './document.ts'

/** The input for trying a call. */
export interface Trial {
  readonly key: string
  /** Parameters by name; empty ones are not sent. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

/** Builds the request of a trial; its path is relative to the API's URL. */
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

/** Whether a browser sends these headers: their values cannot have characters beyond Latin-1. */
export function canBeSent(headers: Readonly<Record<string, string>>): boolean {
  try {
    return new Headers(headers) !== undefined
  } catch {
    return false
  }
}
