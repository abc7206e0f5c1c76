import type { Readable } from 'node:stream'
import { TooManyBytes } from './too-many-rows.ts'

/**
 * Most bytes of an answer by column. A page's million numbers take half of it, or more if each has several different
 * aggregates; that many texts would take gigabytes.
 */
export const ANSWER_BYTES = 64 * 1024 * 1024

/** Collects an answer. Rejects with {@link TooManyBytes} once there are more than `most`, and leaves the rest unread. */
export async function collectBytes(answer: Readable, most: number): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > most) throw new TooManyBytes(new Error(`An answer of more than ${most} bytes.`))
    parts.push(part)
  }
  return parts
}
