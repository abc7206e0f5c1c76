import { describe, expect, test } from 'vitest'
import { isSecurityContact, securityText } from './security-text.ts'

describe('security.txt', () => {
  test('names the contact and has the same expiry all day', () => {
    const at = (time: string) =>
      securityText('security@acme.example', 'https://api.example', new Date(time))
    expect(at('2026-06-01T00:00:00Z')).toBe(
      [
        'Contact: mailto:security@acme.example',
        'Expires: 2026-11-28T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://api.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
    expect(at('2026-06-01T23:59:59Z')).toBe(at('2026-06-01T00:00:00Z'))
  })

  test.each([
    ['security@acme.example', true],
    ['mailto:security@acme.example', true],
    ['https://acme.example/report', true],
    ['tel:+47-1234', true],
    ['http://acme.example/report', false],
    ['javascript:alert(1)', false],
    ['a@b.example\nContact: mailto:evil@example.com', false],
    ['', false],
  ])('may have the contact %j: %s', (contact, taken) => {
    expect(isSecurityContact(contact)).toBe(taken)
  })
})
