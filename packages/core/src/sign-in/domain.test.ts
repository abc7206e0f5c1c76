import { expect, test } from 'vitest'
import { domainIn, domainOf } from './domain.ts'

test.each([
  ['acme.example', 'acme.example'],
  [' Acme.Example ', 'acme.example'],
  ['@acme.example', 'acme.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('the input %s is stored as the domain %s', (given, expected) => {
  expect(domainIn(given)).toBe(expected)
})

test.each([
  '',
  'localhost',
  'acme',
  '127.0.0.1',
  'https://acme.example',
  'acme.example/x',
  '*.example',
  'a b.example',
])('the input “%s” is rejected as a domain', (given) => {
  expect(() => domainIn(given)).toThrow('invalid-request')
})

test.each([
  ['ann@acme.example', 'acme.example'],
  ['"a@evil.example"@ACME.example', 'acme.example'],
  ['ann@sub.acme.example', 'sub.acme.example'],
  ['ann', undefined],
  ['@acme.example', undefined],
  ['ann@acme.example ', undefined],
  ['ann@', undefined],
  ['ann@acme.example/@evil.example', 'evil.example'],
  ['ann@acme.example/evil', undefined],
])('the domain of the address %s is %s', (email, expected) => {
  expect(domainOf(email)).toBe(expected)
})
