import { expect, test } from 'vitest'
import { logOf } from './log-of.ts'

test('a resource is found by its exact path, so that others with a similar id are not', () => {
  expect(logOf('site', 'oslo')).toBe('/audit-log?resource=PLACE%2FSite%2Foslo')
  expect(logOf('template', 'a b')).toBe('/audit-log?resource=DEFINITION%2FTemplate%2Fa+b')
})

test('a thing is found under any type, because its own is unknown', () => {
  expect(logOf('thing', 'truck-1')).toBe('/audit-log?resource=THING%2F%23%2Ftruck-1')
})
