import { fairQueue, JsonBody, Problem } from '@sluice/runtime'

/** Bytes from which on a body takes a tenth of a millisecond or more to read. */
export const LONG_BODY = 16 * 1024
/** Bytes from which on it may take tens of milliseconds, and is read in slices. */
export const SLICED_BODY = 256 * 1024

/**
 * Bodies that are read in slices at once, at most one of an organization while others wait: of 16 MiB, one becomes up to
 * 130 MiB of objects until its samples are taken from it.
 */
const decoding = fairQueue({ slots: 2, longest: 64, patience: 20_000, refusal: crowded })

/** Reads a long body once it is its organization's turn. */
export function decodeLong<Read>(organization: number, read: () => Promise<Read>): Promise<Read> {
  return decoding.run(String(organization), read)
}

function crowded(): Problem {
  const detail = 'Too many large bodies of your organization are under way. Send fewer at a time.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}

/** Of a body that is not parsed yet. */
export function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof JsonBody) return body.bytes
  return body instanceof Uint8Array ? body : undefined
}
