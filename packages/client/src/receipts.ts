import type { WriteReceipt } from './contract.ts'

const fields: Record<keyof WriteReceipt, true> = {
  ...{ id: true, createdAt: true, updatedAt: true, etag: true },
  ...{ key: true, secret: true },
}

/**
 * Whether a write was answered with a {@link WriteReceipt} instead of the record, because the client's key has no
 * `read` on it. The answer's type is that of the record anyway. Only for writes: a read with `fields` may have no more
 * than a receipt has.
 */
export function isReceipt(answer: object): boolean {
  return Object.keys(answer).every((name) => Object.hasOwn(fields, name))
}
