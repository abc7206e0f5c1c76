import { crc32 } from 'node:zlib'
import { Pace } from '@sluice/runtime'

/** Bytes of a segment's mark. */
export const MARK = 8

/**
 * Bytes before a record: the segment's mark, then in little-endian the record's length, its number in the segment (from
 * 1), its CRC-32, and the CRC-32 of this head.
 */
const HEAD_BYTES = MARK + 16

/** The framing of a record: its segment's mark, and its number there. */
export interface Framing {
  /**
   * Random, and the same for all records of a segment. It serves to find the record after a damaged one. No sample can
   * contain it.
   */
  readonly mark: Buffer
  readonly number: number
}

/** A record as it is in a file, in the given pieces. Yields now and then: a million samples take ten milliseconds. */
export function* frameRecord(
  { mark, number }: Framing,
  pieces: readonly Uint8Array[],
): Generator<void, Uint8Array[]> {
  const sum = yield* sumOf(pieces)
  const head = Buffer.allocUnsafe(HEAD_BYTES)
  mark.copy(head)
  head.writeUInt32LE(lengthOf(pieces), MARK)
  head.writeUInt32LE(number, MARK + 4)
  head.writeUInt32LE(sum, MARK + 8)
  head.writeUInt32LE(crc32(head.subarray(0, HEAD_BYTES - 4)), HEAD_BYTES - 4)
  return [head, ...pieces]
}

/** Bytes whose checksum is computed at once. */
const SUMMED_AT_ONCE = 256 * 1024

function* sumOf(pieces: readonly Uint8Array[]): Generator<void, number> {
  let sum = 0
  const pace = new Pace(SUMMED_AT_ONCE)
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += SUMMED_AT_ONCE) {
      const isWhole = piece.length <= SUMMED_AT_ONCE
      const part = isWhole ? piece : piece.subarray(from, from + SUMMED_AT_ONCE)
      sum = crc32(part, sum)
      if (pace.isOver(part.length)) yield
    }
  }
  return sum
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

interface ReadRecords {
  /** The intact records. */
  readonly records: Buffer[]
  /** Whether something that may have been acknowledged is missing or unreadable. */
  readonly isDamaged: boolean
}

/**
 * The records of a segment. A record cut off at the end of the file was being appended when the process ended, and was
 * never acknowledged. Anything else unreadable is damage, which affects only the record it is in.
 */
export function readRecords(file: Buffer, mark: Buffer): ReadRecords {
  const records: Buffer[] = []
  let isDamaged = false
  let next = 1
  for (let at = 0; at >= 0 && at + HEAD_BYTES <= file.length; ) {
    const head = readHead(file, at, mark)
    const from = at + HEAD_BYTES
    const to = from + (head?.length ?? 0)
    if (head && head.number !== next) isDamaged = true
    if (head) next = head.number + 1
    if (head && to <= file.length && crc32(file.subarray(from, to)) === head.sum) {
      records.push(file.subarray(from, to))
      at = to
      continue
    }
    // Bytes may be missing, so the next record need not begin where this one should end.
    at = file.indexOf(mark, at + 1)
    const isCutOff = head !== undefined && to > file.length && at < 0
    if (!isCutOff) isDamaged = true
  }
  return { records, isDamaged }
}

function readHead(file: Buffer, at: number, mark: Buffer) {
  if (file.compare(mark, 0, MARK, at, at + MARK) !== 0) return undefined
  if (crc32(file.subarray(at, at + HEAD_BYTES - 4)) !== file.readUInt32LE(at + HEAD_BYTES - 4))
    return undefined
  return {
    length: file.readUInt32LE(at + MARK),
    number: file.readUInt32LE(at + MARK + 4),
    sum: file.readUInt32LE(at + MARK + 8),
  }
}

/** Bytes before a record in segments of earlier versions: its length and its CRC-32. */
const EARLIER_HEAD_BYTES = 8

/** The records of a segment of an earlier version. */
export function readEarlierRecords(file: Buffer): Buffer[] {
  const records: Buffer[] = []
  for (let at = 0; at + EARLIER_HEAD_BYTES <= file.length; ) {
    const from = at + EARLIER_HEAD_BYTES
    const to = from + file.readUInt32LE(at)
    if (to > file.length) break
    const record = file.subarray(from, to)
    if (record.length > 0 && crc32(record) === file.readUInt32LE(at + 4)) records.push(record)
    at = to
  }
  return records
}
