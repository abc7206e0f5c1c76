import { type Operation, type OperationName, operations } from '@sluice/contract'
import type { SampleCall } from './sample-calls.ts'

let clients = 0

/** A new address for every call, so that tests do not throttle one another. */
function nextAddress(): string {
  clients += 1
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
}

/** Calls an operation of `/v2` as an outside caller does. */
export async function send(
  baseUrl: string,
  name: OperationName,
  call: SampleCall,
  key: string | undefined,
  headers: Record<string, string> = {},
) {
  const row: Operation = operations[name]
  const path = row.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(call.params?.[parameter] ?? ''),
  )
  const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
  const response = await fetch(`${baseUrl}${path}${query}`, {
    method: row.method,
    headers: {
      'X-Forwarded-For': nextAddress(),
      ...(key !== undefined && { 'X-Api-Key': key }),
      ...(call.body !== undefined && { 'Content-Type': typeOf(row, call.body) }),
      ...headers,
    },
    ...(call.body !== undefined && { body: written(call.body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? null : JSON.parse(text),
  }
}

function typeOf({ bodyType = 'application/json', orJson }: Operation, body: unknown): string {
  return orJson && !(body instanceof Uint8Array) ? 'application/json' : bodyType
}

function written(body: unknown): Buffer | string {
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)
}

/** The `code` of a problem answer: the last segment of its type. */
export function codeOf({ json }: { json: { type?: string } | null }): string | undefined {
  return json?.type?.split('/').at(-1)
}
