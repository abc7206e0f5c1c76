import { expect, test } from 'vitest'
import { codeIn, secretIn } from './setup.ts'

test('the secret is shown in groups that can be typed', () => {
  const uri = 'otpauth://totp/Sluice:ann%40sluice.example?secret=JBSWY3DPEHPK3PXP&issuer=Sluice'
  expect(secretIn(uri)).toBe('JBSW Y3DP EHPK 3PXP')
})

test('a code may be typed as the app shows it', () => {
  expect(codeIn(' 123 456')).toBe('123456')
})
