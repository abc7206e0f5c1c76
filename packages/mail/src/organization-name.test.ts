import { expect, test } from 'vitest'
import { hasLink, plainName } from './organization-name.ts'

test.each([
  'Acme',
  'Acme Inc.',
  'St. Mary’s Water & Power',
  'J.R.R. Tolkien Ltd',
  'Line 2.5 / Hall 3',
  'Ærø Ñandú 株式会社',
  'नई दिल्ली',
  '👩\u200d🔬 Lab',
])('%s is a name as any other', (name) => {
  expect([hasLink(name), plainName(name)]).toEqual([false, name])
})

test.each([
  ['Pay at https://evil.example/x.html now', 'Pay at https: // evil. example/x. html now'],
  ['www.evil.example', 'www. evil. example'],
  ['Acme, see bit.ly/abc', 'Acme, see bit. ly/abc'],
  ['ask cy@evil.example', 'ask cy@evil. example'],
  ['evil。example', 'evil. example'],
  ['cafe\u0301.com', 'cafe\u0301. com'],
  ['win-prize\u200d.com', 'win-prize. com'],
  ['हिन्दी.भारत', 'हिन्दी. भारत'],
  ['http://[2001:db8::1]/', 'http: // [2001:db8::1]/'],
  ['192.0.2.1/x', '192. 0. 2. 1/x'],
])('%s is written so that nothing in it is a link', (name, written) => {
  expect([hasLink(name), plainName(name)]).toEqual([true, written])
  expect(hasLink(written)).toBe(false)
})

test('a name is one line of at most 60 characters, and cannot end its quotation', () => {
  expect(plainName('Acme\r\n\r\n"Open"')).toBe("Acme 'Open'")
  const long = plainName('𝒜'.repeat(61))
  expect(long).toBe(`${'𝒜'.repeat(59)}…`)
  expect(plainName('a'.repeat(60))).toBe('a'.repeat(60))
})
