import type { Readable } from 'node:stream'
import { TOO_LARGE_ANSWER, TooManyBytes } from './too-many-rows.ts'

/**
 * Most bytes of an answer by column, and of a response, before it is encoded. A page's million numbers take half of the
 * first, or more if each has several different aggregates; that many texts would take gigabytes.
 */
export const ANSWER_BYTES = 64 * 1024 * 1024

export function tooLarge(most: number, cause?: unknown): TooManyBytes {
  return new TooManyBytes(new Error(`An answer of more than ${most} bytes.`, { cause }))
}

/**
 * Adds an answer's parts to a list. Rejects with {@link TooManyBytes} once they have more than `most` bytes, and leaves
 * the rest unread.
 */
export async function collectBytes(
  answer: Readable,
  most: number,
  parts: Uint8Array[],
): Promise<void> {
  let bytes = 0
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > most) throw tooLarge(most)
    parts.push(part)
  }
}

/** Bytes at the end of an answer that may be a server's message of why it ends. */
const MESSAGE_BYTES = 2048

/** Whether an answer ends with the message of a server that found it too large after it had sent some of it. */
export function endsTooLarge(parts: readonly Uint8Array[]): boolean {
  let end = Buffer.alloc(0)
  for (const part of parts.toReversed()) {
    end = Buffer.concat([part.subarray(-MESSAGE_BYTES), end])
    if (end.length >= MESSAGE_BYTES) break
  }
  // Samples may be the lines of a server's log, but hardly these at the end of an answer that breaks off.
  const [, message] = end.toString('latin1').split(`Code: ${TOO_LARGE_ANSWER}. DB::Exception:`)
  return message?.includes('(TOO_MANY_ROWS_OR_BYTES)') ?? false
}
