import { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publicFailure } from './failure.ts'
import { createCallerFactory, openProcedure, router } from './init.ts'

const input = z.strictObject({
  name: z.string().min(1, 'must not be empty'),
  limits: z.array(z.object({ burst: z.number() })),
})
const call = createCallerFactory(router({ set: openProcedure.input(input).mutation(() => null) }))({
  ...{ requestId: 'test', headers: new Headers(), address: null },
  ...{ session: null, actor: undefined, sameOrigin: true },
})

test('input that a procedure refuses is explained by its faults, not by the schema’s own error', async () => {
  const wrong = { name: '', limits: [{ burst: null }], color: 'red' }
  const refused = await call.set(wrong as never).catch((error: TRPCError) => error)
  const { message, problem } = publicFailure(refused as TRPCError)
  expect(message).toBe('The request has 3 faults; see errors.')
  expect(problem).toMatchObject({
    code: 'invalid-request',
    errors: [
      { pointer: '/name', detail: 'must not be empty' },
      { pointer: '/limits/0/burst', detail: 'must be a number, not null' },
      { pointer: '/color', detail: 'is not a known field' },
    ],
  })
})

test('a schema that fails inside the server reveals nothing', () => {
  const { error: cause } = z.string().safeParse(1)
  const { message, problem } = publicFailure(
    new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }),
  )
  expect(message).not.toContain('string')
  expect(problem).toBeNull()
})
