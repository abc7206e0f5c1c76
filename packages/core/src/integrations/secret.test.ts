import { expect, test } from 'vitest'
import { bytesOf, mintSecret, openSecret, sealSecret } from './secret.ts'

const owner = { organizationId: 'acme', id: 'hook' }
const peppers = new Map([
  [1, 'an old pepper of the service'],
  [2, 'a new pepper of the service'],
])

test('a webhook secret is 32 random bytes in the form of Standard Webhooks', () => {
  expect(mintSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(bytesOf(mintSecret())).toHaveLength(32)
})

test('a sealed secret is unreadable and opens again, also under an older pepper', () => {
  const secret = mintSecret()
  const sealed = sealSecret(secret, owner, peppers)
  expect(Buffer.from(sealed).includes(secret.slice(6, 20))).toBe(false)
  expect(openSecret(sealed, owner, peppers)).toBe(secret)
  const later = new Map([...peppers, [3, 'the newest pepper of all']])
  expect(openSecret(sealed, owner, later)).toBe(secret)
})

test('a sealed secret does not open for another integration, altered, or without its pepper', () => {
  const sealed = sealSecret(mintSecret(), owner, peppers)
  expect(() => openSecret(sealed, { ...owner, organizationId: 'other' }, peppers)).toThrow()
  expect(() => openSecret(sealed, { ...owner, id: 'other' }, peppers)).toThrow()
  const changed = Uint8Array.from(sealed, (byte, i) => (i === sealed.length - 1 ? byte ^ 1 : byte))
  expect(() => openSecret(changed, owner, peppers)).toThrow()
  const without = new Map([[1, 'an old pepper of the service']])
  expect(() => openSecret(sealed, owner, without)).toThrow(/KEY_PEPPERS/)
})
