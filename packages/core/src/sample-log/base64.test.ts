import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOfBase64 } from './base64.ts'

/** As Postgres writes it: a line break after every 76 characters, none at the end. */
function mime(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,76}/g)
  return (lines ?? []).join('\n')
}

it('bytes of any length are read, wherever pieces end', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 700 }),
      fc.integer({ min: 1, max: 400 }),
      (bytes, stride) => {
        const read = atOnce(bytesOfBase64(mime(bytes), stride))
        expect(read).toStrictEqual(Buffer.from(bytes))
      },
    ),
  )
})

it('it yields once a piece', () => {
  const bytes = new Uint8Array(57 * 100)
  expect([...bytesOfBase64(mime(bytes), 76)]).toHaveLength(99)
  expect([...bytesOfBase64(mime(bytes), 76 * 200)]).toHaveLength(0)
})
