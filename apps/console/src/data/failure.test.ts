import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { failureText } from './failure.ts'

const failed = (code: string, detail: string, errors: object[] = []) =>
  TRPCClientError.from({
    error: {
      ...{ code: -32_000, message: 'x' },
      data: { httpStatus: 412, requestId: 'r', problem: { code, detail, errors } },
    },
  })

test('a change by someone else is explained with what to do, not as an etag', () => {
  const text = failureText(failed('precondition-failed', 'The etag is now "5".'))
  expect(text).toContain('Nothing was saved')
  expect(text).not.toContain('etag')
})

test('other problems keep the text of the server', () => {
  expect(failureText(failed('conflict', 'It is in use.'))).toBe('It is in use.')
})

test('an input that is refused is explained by its first fault', () => {
  const errors = [{ pointer: '/query/label', detail: 'must be the name of a label, or name=value' }]
  const refused = failed('invalid-request', 'The request has one fault; see errors.', errors)
  expect(failureText(refused)).toBe('label: must be the name of a label, or name=value.')
})

test('a session that has ended is explained where the notice cannot be reached', () => {
  const shape = { message: 'x', code: -32_001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } }
  const text = failureText(TRPCClientError.from({ error: shape } as never))
  expect(text).toContain('Sign in in another tab')
})
