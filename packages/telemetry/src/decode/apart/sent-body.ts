import { JsonBody, type JsonBounds } from '@sluice/runtime'

/** A body in transit to the thread. */
export interface SentBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether it is JSON that has yet to be parsed. */
  readonly isJson: boolean
}

/** Reading a body of this size takes at least a tenth of a millisecond. */
export const SLICE_OF_BODY = 16 * 1024

/** The bytes of a body that is not parsed yet. */
export function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof JsonBody) return body.bytes
  return body instanceof Uint8Array ? body : undefined
}

/** Prepares a body for sending. Its memory is transferred, unless it is a part of a larger buffer. */
export function bodyToSend(body: unknown): SentBody {
  const bytes = bytesOf(body) ?? new Uint8Array()
  const { buffer, byteLength } = bytes
  const isAll = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return {
    bytes: isAll ? new Uint8Array(buffer) : new Uint8Array(bytes),
    isJson: body instanceof JsonBody,
  }
}

/** A body in the form that readers take. */
export function bodyOf(
  { bytes: { buffer, byteOffset, byteLength }, isJson }: SentBody,
  bounds: JsonBounds,
): JsonBody | Buffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return isJson ? new JsonBody(bytes, bounds) : bytes
}
