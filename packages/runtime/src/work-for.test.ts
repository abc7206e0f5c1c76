import { expect, it } from 'vitest'
import { clientHasLeft, workFor } from './work-for.ts'

it('work knows whether its client has left', async () => {
  const connection = { destroyed: false }
  const looked = workFor(
    'one',
    async () => {
      const before = clientHasLeft()
      connection.destroyed = true
      await undefined
      return [before, clientHasLeft()]
    },
    0,
    connection,
  )
  expect(await looked).toEqual([false, true])
  expect(workFor('one', clientHasLeft)).toBe(false)
  expect(clientHasLeft()).toBe(false)
})
