import { randomUUID } from 'node:crypto'

/** Where a request comes from, as the security log has it. */
export function personRequest(headers: Headers) {
  return {
    requestId: randomUUID(),
    // As main.mjs determined it.
    address: headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? null,
    device: headers.get('user-agent'),
  }
}
