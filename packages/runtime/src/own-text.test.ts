import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { ownText } from './own-text.ts'
import { atOnce, readJson } from './slices/index.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const MEBIBYTE = 1024 * 1024

/** Retained heap bytes of this many results of `make`. */
function held(pieces: number, make: (i: number) => unknown): number {
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: pieces }, (_, i) => make(i))
  collect()
  const bytes = process.memoryUsage().heapUsed - before
  expect(kept).toHaveLength(pieces)
  return bytes
}

/** A text of a mebibyte, as decoding a body in pieces produces it. */
function longText(i: number): string {
  const piece = JSON.stringify({ a: `text ${i} of a long body`, b: 'x'.repeat(MEBIBYTE) })
  return [piece.slice(0, 1000), piece.slice(1000)].join('')
}

describe('a string that is remembered', () => {
  test('keeps itself alone in memory, and not the text that it came in', () => {
    const shared = held(20, (i) => longText(i).slice(6, 30))
    const own = held(20, (i) => ownText(longText(i).slice(6, 30)))
    expect(shared).toBeGreaterThan(10 * MEBIBYTE)
    expect(own).toBeLessThan(5 * MEBIBYTE)
  })

  test('of a long body that was read in slices does so', () => {
    const roomy = { values: 1e6, depth: 100, members: 1000 }
    const bytes = held(20, (i) => (atOnce(readJson(longText(i), roomy)) as { a: string }).a)
    expect(bytes).toBeLessThan(5 * MEBIBYTE)
  })

  test.each(['', 'short', 'twelve chars', 'thirteen char', 'å😀 of more than thirteen'])(
    '%j is the same',
    (text) => expect(ownText(text)).toBe(text),
  )
})
