import { expect, test } from 'vitest'
import { requireMatch } from './preconditions.ts'

test.each([undefined, '*', '"3"', '3', '"1", "3"', ' "3" '])('%j lets etag 3 pass', (ifMatch) => {
  expect(() => requireMatch({ ifMatch }, '3')).not.toThrow()
})

test.each(['"2"', '', '""', '"*"', 'W/"3"', '"33"', '"1", "2"'])(
  '%j does not, and is told the present one',
  (ifMatch) => {
    expect(() => requireMatch({ ifMatch }, '3')).toThrow(
      expect.objectContaining({
        code: 'precondition-failed',
        status: 412,
        detail: `The resource has changed: its etag is now "3".`,
      }),
    )
  },
)
