import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { proxy } from './proxy.ts'

function remembered(path: string, dest = 'document'): string | undefined {
  const request = new NextRequest(`http://console.example${path}`, {
    headers: { 'sec-fetch-dest': dest },
  })
  return proxy(request).cookies.get('sluice-organization')?.value
}

test('a visit is remembered, but not what a page fetches in the background', () => {
  expect(remembered('/o/a.b_c~d-e/keys')).toBe('a.b_c~d-e')
  expect(remembered('/o/demo', 'empty')).toBeUndefined()
  expect(remembered('/account')).toBeUndefined()
})

test.each(['/o/%25zz', '/o/%25zz/keys', '/o/a%20b', '/o/%2e%2e'])(
  'what can be no organization is not remembered: %s',
  (path) => {
    expect(remembered(path)).toBeUndefined()
  },
)
