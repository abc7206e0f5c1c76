import { type ActorName, type KeyCall, type Operation, operations } from '@sluice/contract'
import type { CurlCall } from '#copy/curl.ts'

/** The row of a logged call; undefined for one that this version does not know. */
export function operationOf(call: Pick<KeyCall, 'operation'>): Operation | undefined {
  return Object.hasOwn(operations, call.operation)
    ? operations[call.operation as ActorName]
    : undefined
}

/** The path's parameters that the log tells: the first one, by the resource that was needed. */
export function paramsOf(call: Pick<KeyCall, 'operation' | 'needed'>): Record<string, string> {
  const row = operationOf(call)
  const [, parameter] = /\{(\w+)\}/.exec(row?.path ?? '') ?? []
  const id = call.needed[0]?.resourceFilter.split('/').at(-1)
  const isOfOne = row?.access.target === 'one'
  return isOfOne && parameter && id && id !== '#' ? { [parameter]: id } : {}
}

/** The call for the command line, as far as the log knows it; what it does not know stays `{a placeholder}`. */
export function curlOf(call: Pick<KeyCall, 'operation' | 'needed'>): CurlCall | undefined {
  const row = operationOf(call)
  if (!row) return undefined
  const params = paramsOf(call)
  const path = row.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const body = row.body && (row.bodyType ?? 'application/json') === 'application/json'
  return { path, method: row.method, ...(body && { body: row.example?.body ?? {} }) }
}
