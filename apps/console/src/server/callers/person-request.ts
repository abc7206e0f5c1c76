import { randomUUID } from 'node:crypto'

/** Where a request comes from, as the security log records it. */
export function personRequest(headers: Headers) {
  return {
    requestId: randomUUID(),
    // Set by main.mjs.
    address: headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? null,
    device: headers.get('user-agent'),
  }
}
