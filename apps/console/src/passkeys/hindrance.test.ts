import { expect, test } from 'vitest'
import { hindranceAt } from './hindrance.ts'

const known = { isSecure: true, hasPasskeys: true }

test.each(['localhost', 'sluice.example', '1.sluice.example'])(
  'passkeys are available at %s',
  (hostname) => {
    expect(hindranceAt({ ...known, hostname })).toBeUndefined()
  },
)

test.each([
  [{ ...known, hostname: '192.0.2.4', isSecure: false }, 'https'],
  [{ ...known, hostname: '127.0.0.1' }, 'at localhost'],
  [{ ...known, hostname: '[::1]' }, 'at localhost'],
  [{ ...known, hostname: '192.0.2.4' }, 'at a domain name'],
  [{ ...known, hostname: 'localhost', hasPasskeys: false }, 'too old'],
])('for a browser with %j, the reason against passkeys contains “%s”', (place, words) => {
  expect(hindranceAt(place)).toContain(words)
})
