import { crc32 } from 'node:zlib'

/** Bytes before a record: its length and its CRC-32, little-endian. */
const HEAD = 8

/** A record as it lies in a file, in pieces as it was given. */
export function frameRecord(pieces: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.allocUnsafe(HEAD)
  head.writeUInt32LE(lengthOf(pieces), 0)
  head.writeUInt32LE(
    pieces.reduce((sum, piece) => crc32(piece, sum), 0),
    4,
  )
  return [head, ...pieces]
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/**
 * The whole records of a file. What was being appended when the process or the machine ended is no whole one,
 * and nobody was told that it is kept. A damaged one hides none that follow it, unless its length is what is
 * damaged.
 */
export function readRecords(file: Buffer): Buffer[] {
  const records: Buffer[] = []
  for (let at = 0; at + HEAD <= file.length; ) {
    const from = at + HEAD
    const to = from + file.readUInt32LE(at)
    if (to > file.length) break
    const record = file.subarray(from, to)
    if (record.length > 0 && crc32(record) === file.readUInt32LE(at + 4)) records.push(record)
    at = to
  }
  return records
}
