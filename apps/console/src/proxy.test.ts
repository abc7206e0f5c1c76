import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { proxy } from './proxy.ts'

function remembered(path: string, dest = 'document'): string | undefined {
  const request = new NextRequest(`http://console.example${path}`, {
    headers: { 'sec-fetch-dest': dest },
  })
  return proxy(request).cookies.get('sluice-organization')?.value
}

test('remembers the organization of a visit, but not of background requests', () => {
  expect(remembered('/o/a.b_c~d-e/keys')).toBe('a.b_c~d-e')
  expect(remembered('/o/demo', 'empty')).toBeUndefined()
  expect(remembered('/account')).toBeUndefined()
})

test.each(['/o/%25zz', '/o/%25zz/keys', '/o/a%20b', '/o/%2e%2e'])(
  'does not remember an invalid organization id: %s',
  (path) => {
    expect(remembered(path)).toBeUndefined()
  },
)
