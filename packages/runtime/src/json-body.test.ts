import { expect, test } from 'vitest'
import { parseJson, parseLongJson } from './json-body.ts'

/** The only fault of a body that is not JSON. */
function faultOf(body: string | Buffer): string {
  try {
    parseJson(Buffer.from(body))
  } catch (error) {
    return detailOf(error)
  }
  return 'nothing'
}

function detailOf(error: unknown): string {
  const { errors } = error as { errors: { pointer: string; detail: string }[] }
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/body'])
  return errors[0]?.detail ?? ''
}

test.each([
  ['{"a": 1, b: 2}', 'Expected double-quoted property name at position 9 (line 1 column 10)'],
  ['{\n"a": 1', "Expected ',' or '}' after property value at position 8 (line 2 column 7)"],
  ['["a" in JSON', "Expected ',' or ']' after array element at position 5 (line 1 column 6)"],
  ['{"secret": NaN}', "Unexpected token 'N'"],
  ['svcad_secret', "Unexpected token 's'"],
  ['😀', "Unexpected token '�'"],
  ['', 'Unexpected end of JSON input'],
])('%s is not JSON, and the error gives the reason without quoting it', (body, reason) => {
  expect(faultOf(body)).toBe(`is not JSON: ${reason}`)
})

const bounds = { values: 1e9, depth: 1e9, members: 1e9 }

test('a JSON body that is not UTF-8 is rejected', () => {
  expect(faultOf(Buffer.from([0x22, 0xff, 0x22]))).toBe('is not JSON: not UTF-8')
})

test.each([
  [`["${'x'.repeat(70_000)}\\x"]`, 'Bad escaped character at position 70003'],
  [`["${'x'.repeat(70_000)}\u0001"]`, 'Bad control character in string literal at position 70002'],
  [`["${'x'.repeat(70_000)}"}`, "Unexpected token '}' at position 70003"],
  ['['.repeat(70_000), 'Unexpected end of JSON input'],
])('a fault of a long body is reported with its position', async (body, reason) => {
  const error = await parseLongJson(Buffer.from(body), bounds).catch((error: unknown) => error)
  expect(detailOf(error)).toBe(`is not JSON: ${reason}`)
})

test.each(['é', '\ufeff', '€', '😀'])(
  'a long body of %s is read as at once, wherever its pieces are cut',
  async (character) => {
    for (const shift of ['', 'x', 'xx', 'xxx']) {
      const text = `${shift}${character.repeat(600_000 / Buffer.byteLength(character))}`
      expect(await parseLongJson(Buffer.from(JSON.stringify([text])), bounds)).toEqual([text])
    }
  },
)

test('a byte order mark before a long body is skipped', async () => {
  const body = Buffer.from(`\ufeff["${'x'.repeat(600_000)}"]`)
  expect(await parseLongJson(body, bounds)).toEqual(parseJson(body))
})

test.each([0x80, 0xc3, 0xe2, 0xf0, 0xff])(
  'a long body with the byte %d in it, and one of these bytes alone, is not UTF-8',
  async (byte) => {
    const cut = 256 * 1024
    for (const at of [cut - 4, cut - 1, cut, cut + 1, 2 * cut]) {
      const body = Buffer.alloc(600_000, 'x')
      body[at] = byte
      const error = await parseLongJson(body, bounds).catch((error: unknown) => error)
      expect(detailOf(error)).toBe('is not JSON: not UTF-8')
    }
    const all = await parseLongJson(Buffer.alloc(600_000, byte), bounds).catch((error) => error)
    expect(detailOf(all)).toBe('is not JSON: not UTF-8')
  },
)
