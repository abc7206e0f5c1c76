/** Joins pieces of bytes, yielding after each: for `inSlices`. */
export function* joinBytes(pieces: readonly Uint8Array[]): Generator<void, Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
    yield
  }
  return bytes
}
