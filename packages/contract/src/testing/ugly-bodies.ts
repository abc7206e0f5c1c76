/** Bodies of so many bytes that may be dear to read, whatever their row says. */
export interface UglyBody {
  readonly what: string
  readonly text: string
}

/** Each kind of body, of at most so many bytes. */
export function* uglyBodies(bytes: number): Generator<UglyBody> {
  const fill = (before: string, piece: string, after: string) => {
    const times = Math.floor((bytes - before.length - after.length) / piece.length)
    return before + piece.repeat(times) + after
  }
  const half = Math.floor(bytes / 2)
  yield* [
    { what: 'openers', text: fill('', '[', '') },
    { what: 'objects in objects', text: fill('', '{"a":', '') },
    { what: 'lists in lists', text: '['.repeat(half) + ']'.repeat(half) },
    { what: 'a text', text: fill('{"a":"', 'x', '"}') },
    { what: 'a text of escapes', text: fill('{"a":"', '\\u00e9', '"}') },
    { what: 'small numbers', text: fill('{"a":[', '1,', '1]}') },
    { what: 'long numbers', text: fill('{"a":[', '1.7976931348623157e308,', '1]}') },
    { what: 'numbers beyond a double', text: fill('{"a":[', '1e400,', '1]}') },
    {
      what: 'numbers before a text that no store takes',
      text: fill('{"a":[', '1,', '"\\u0000"]}'),
    },
    { what: 'texts that no store takes', text: fill('{"a":[', '"\\u0000",', '1]}') },
    { what: 'empty objects', text: fill('{"a":[', '{},', '1]}') },
    { what: 'objects', text: fill('{"a":[', '{"b":1,"c":"x"},', '1]}') },
    { what: 'one name again and again', text: fill('{', '"a":1,', '"a":1}') },
    { what: 'names', text: namesOf(bytes) },
    { what: 'blanks', text: fill('', ' ', '{}') },
    { what: 'no JSON at its end', text: fill('{"a":[', '{},', '') },
  ]
}

function namesOf(bytes: number): string {
  const length = '"x0000000":1,'.length
  const names = Array.from(
    { length: Math.floor((bytes - 2) / length) },
    (_, i) => `"x${String(i).padStart(7, '0')}":1`,
  )
  return `{${names.join(',')}}`
}

/** Strings, numbers and words, and what stands between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[-\w.+]+|[{}[\],:]/g

/**
 * A body that is as it should be but for one place, each in turn, where so many bytes are put: blanks before it, digits behind a
 * number, characters within a text.
 */
export function* grownBodies(body: unknown, bytes: number): Generator<UglyBody> {
  const text = JSON.stringify(body)
  const room = bytes - Buffer.byteLength(text)
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const put = (what: string, at: number, piece: string) => ({
      what: `${what} ${token.slice(0, 40)} at ${index}`,
      text: text.slice(0, at) + piece.repeat(room) + text.slice(at),
    })
    yield put('blanks before', index, ' ')
    if (/^[-\d]/.test(token)) yield put('digits of', index + token.length, '0')
    if (token.startsWith('"')) yield put('a long', index + token.length - 1, '0')
  }
}
