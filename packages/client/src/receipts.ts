import type { WriteReceipt } from './contract.ts'

const fields: Record<keyof WriteReceipt, true> = {
  ...{ id: true, createdAt: true, updatedAt: true, etag: true },
  ...{ key: true, secret: true },
}

/**
 * Whether a write was answered with a {@link WriteReceipt} in place of the record, as it is where the client's key has no
 * `read` on what it has written. The type of the answer says the record then all the same. Only for writes: what is read with
 * `fields` may have no more than a receipt has.
 */
export function isReceipt(answer: object): boolean {
  return Object.keys(answer).every((name) => Object.hasOwn(fields, name))
}
