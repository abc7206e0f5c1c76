import { expect, test } from 'vitest'
import { proofAfter, wayOf } from './way.ts'

test.each([
  ['member', null, 'create', 'none'],
  ['operator', null, 'create', 'operator'],
  ['mail', null, 'create', 'mail'],
  ['member', 'none', 'sign-in', 'none'],
  ['operator', 'none', 'claim', 'operator'],
  ['mail', 'none', 'claim', 'mail'],
  ['member', 'operator', 'sign-in', 'operator'],
  ['operator', 'operator', 'sign-in', 'operator'],
  ['mail', 'operator', 'sign-in', 'mail'],
  ['member', 'mail', 'sign-in', 'mail'],
  ['operator', 'mail', 'sign-in', 'mail'],
] as const)(
  'a link by %s for an account proved by %s is accepted by %s, which proves it by %s',
  (delivery, addressProof, way, proof) => {
    const account = addressProof && { addressProof }
    expect(wayOf({ delivery }, account)).toBe(way)
    expect(proofAfter({ delivery }, account)).toBe(proof)
  },
)
