import { type ActorName, type KeyCall, type Operation, operations } from '@sluice/contract'
import type { CurlCall } from '#copy/curl.ts'

/** The contract's entry for a logged call; undefined if this version does not know the operation. */
export function operationOf(call: Pick<KeyCall, 'operation'>): Operation | undefined {
  return Object.hasOwn(operations, call.operation)
    ? operations[call.operation as ActorName]
    : undefined
}

/** The path parameters known from the log: only the first, taken from the resource that was needed. */
export function paramsOf(call: Pick<KeyCall, 'operation' | 'needed'>): Record<string, string> {
  const row = operationOf(call)
  const [, parameter] = /\{(\w+)\}/.exec(row?.path ?? '') ?? []
  const id = call.needed[0]?.resourceFilter.split('/').at(-1)
  const isOfOne = row?.access.target === 'one'
  return isOfOne && parameter && id && id !== '#' ? { [parameter]: id } : {}
}

/** The call for the command line. Parts that the log does not know stay `{placeholders}`. */
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
