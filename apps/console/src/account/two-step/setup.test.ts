import { expect, test } from 'vitest'
import { codeIn, secretIn } from './setup.ts'

test('the secret of an authenticator app is shown in groups of four', () => {
  const uri = 'otpauth://totp/Sluice:ann%40sluice.example?secret=JBSWY3DPEHPK3PXP&issuer=Sluice'
  expect(secretIn(uri)).toBe('JBSW Y3DP EHPK 3PXP')
})

test('a code may contain spaces', () => {
  expect(codeIn(' 123 456')).toBe('123456')
})
