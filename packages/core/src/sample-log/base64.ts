/** Characters that are decoded at once. */
const STRIDE = 256 * 1024

/**
 * The bytes of a text that Postgres made by `encode(..., 'base64')`, decoded piece by piece. It breaks the text into lines,
 * as MIME does, each of which stands for whole bytes: so pieces end where lines do.
 */
export function* bytesOfBase64(text: string, stride = STRIDE): Generator<void, Buffer> {
  // The line breaks are no bytes, and are counted: never too little.
  const bytes = Buffer.allocUnsafeSlow(Math.ceil((text.length * 3) / 4))
  let length = 0
  for (let from = 0; from < text.length; ) {
    const broken = text.indexOf('\n', from + stride)
    const to = broken < 0 ? text.length : broken + 1
    length += bytes.write(text.slice(from, to), length, 'base64')
    from = to
    if (from < text.length) yield
  }
  return bytes.subarray(0, length)
}
