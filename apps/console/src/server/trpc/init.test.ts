import { expect, test } from 'vitest'
import { createCallerFactory } from './init.ts'
import { joinRouter } from './join.ts'

const call = createCallerFactory(joinRouter)({
  ...{ requestId: 'test', headers: new Headers(), address: null },
  ...{ session: null, actor: undefined, sameOrigin: true },
})

test.each(['\0', '\ud800'])(
  'the unstorable text %j is rejected as a bad request',
  async (secret) => {
    await expect(call.look({ secret })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)

test('a key string in the input of a mutation is rejected without repeating it', async () => {
  const text = 'a1B2'.repeat(12)
  const refused = call.look({ secret: `svcad_3hZk9QmT7aBc_${text}x` })
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.not.stringContaining(text),
  })
})
