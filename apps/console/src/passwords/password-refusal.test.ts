import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { passwordRefusal } from './password-refusal.ts'

const failed = (errors: readonly object[]) =>
  TRPCClientError.from({
    error: {
      ...{ code: -32_000, message: 'x' },
      data: { httpStatus: 400, requestId: 'r', problem: { code: 'invalid-request', errors } },
    },
  })

test('takes the message from the fault of the password field', () => {
  const detail = 'This is one of the most common passwords.'
  expect(passwordRefusal(failed([{ pointer: '/password', detail }]))).toBe(detail)
})

test.each([
  ['a refusal of another field', failed([{ pointer: '/name', detail: 'Enter a name.' }])],
  ['a refusal without faults', failed([])],
  ['an unreachable console', new TRPCClientError('fetch failed')],
  ['another error', new Error('x')],
])('ignores %s', (_, error) => {
  expect(passwordRefusal(error)).toBeUndefined()
})
