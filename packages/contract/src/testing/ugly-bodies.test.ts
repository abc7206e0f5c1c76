import { expect, it } from 'vitest'
import { grownBodies } from './ugly-bodies.ts'

const body = { frames: [{ at: '10:00', values: { a: 4.5, b: true } }] }

it('a grown body is JSON of the given size that differs in one place, each place in turn', () => {
  const all = [...grownBodies(body, 200)]
  for (const { text } of all) {
    expect(text).toHaveLength(200)
    expect(() => JSON.parse(text)).not.toThrow()
  }
  const texts = all.map(({ text }) => text)
  const blank = texts.filter((text) => text.includes('    '))
  expect(blank.map((text) => text.replaceAll(' ', ''))).toEqual(
    blank.map(() => JSON.stringify(body)),
  )
  expect(new Set(blank.map((text) => text.indexOf(' '))).size).toBe(blank.length)
  expect(texts.map((text) => JSON.parse(text).frames?.[0]?.values?.a)).toContain(4.5)
  expect(all.map(({ what }) => what.replace(/ at \d+$/, ''))).toEqual(
    expect.arrayContaining([
      'digits of 4.5',
      'a long "frames"',
      'a long "10:00"',
      'blanks before {',
    ]),
  )
})
