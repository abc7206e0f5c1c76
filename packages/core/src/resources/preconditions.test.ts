import { expect, test } from 'vitest'
import { requireMatch } from './preconditions.ts'

test.each([
  undefined,
  '*',
  '"3"',
  '3',
  '"1", "3"',
  ' "3" ',
  '"3.x-_Y"',
  '"3.abc-gzip"',
  'W/"3"',
  '"1", W/"3.abc-gzip"',
])('If-Match %j accepts the etag 3', (ifMatch) => {
  expect(() => requireMatch({ ifMatch }, '3')).not.toThrow()
})

test.each([
  '"2"',
  '',
  '""',
  '"*"',
  'W/"2"',
  'w/"3"',
  '"33"',
  '"1", "2"',
  '"2.3"',
  'W/"2.abc"',
  '"abc"',
])('If-Match %j is rejected for the etag 3, which the error names', (ifMatch) => {
  expect(() => requireMatch({ ifMatch }, '3')).toThrow(
    expect.objectContaining({
      code: 'precondition-failed',
      status: 412,
      detail: `If-Match does not name the resource's etag, which is now "3". Read it again.`,
    }),
  )
})
