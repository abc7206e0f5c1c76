import { expect, test } from 'vitest'
import { withChanges } from './with-changes.ts'

test('an empty value removes its parameter and keeps the others', () => {
  const params = new URLSearchParams('text=roof&status=Active&cursor=abc')
  expect(withChanges(params, { text: '', cursor: null, type: 'Admin' }).toString()).toBe(
    'status=Active&type=Admin',
  )
})

test('reduces a key string in any parameter to its public id', () => {
  const key = `svcad_3hZk9QmT7aBc_${'x'.repeat(49)}`
  expect(withChanges(new URLSearchParams(), { text: key, things: `a,${key}` }).toString()).toBe(
    'text=3hZk9QmT7aBc&things=a%2C3hZk9QmT7aBc',
  )
})
