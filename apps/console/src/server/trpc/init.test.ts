import { expect, test } from 'vitest'
import { createCallerFactory } from './init.ts'
import { joinRouter } from './join.ts'

const call = createCallerFactory(joinRouter)({
  ...{ requestId: 'test', headers: new Headers(), address: null },
  ...{ session: null, actor: undefined, sameOrigin: true },
})

test.each(['\0', '\ud800'])(
  'a text that no store takes is the caller’s fault: %j',
  async (secret) => {
    await expect(call.look({ secret })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)
