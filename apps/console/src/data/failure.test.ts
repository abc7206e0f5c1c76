import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { failureText, mayHaveWorked } from './failure.ts'
import { OTHER_PERSON } from './page-person.ts'

const failed = (code: string, detail: string, errors: object[] = []) =>
  TRPCClientError.from({
    error: {
      ...{ code: -32_000, message: 'x' },
      data: { httpStatus: 412, requestId: 'r', problem: { code, detail, errors } },
    },
  })

test('explains a concurrent change and what to do, without naming the etag', () => {
  const text = failureText(failed('precondition-failed', 'The etag is now "5".'))
  expect(text).toContain('Nothing was saved')
  expect(text).not.toContain('etag')
})

test("keeps the server's text for other problems", () => {
  expect(failureText(failed('conflict', 'It is in use.'))).toBe('It is in use.')
})

test('explains an invalid input by its first fault', () => {
  const errors = [{ pointer: '/query/label', detail: 'must be the name of a label, or name=value' }]
  const refused = failed('invalid-request', 'The request has one fault; see errors.', errors)
  expect(failureText(refused)).toBe('label: must be the name of a label, or name=value.')
})

test('explains an ended session in place, where the notice cannot be reached', () => {
  const shape = { message: 'x', code: -32_001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } }
  const text = failureText(TRPCClientError.from({ error: shape } as never))
  expect(text).toContain('Sign in in another tab')
})

test('explains that somebody else is signed in', () => {
  const shape = { message: OTHER_PERSON, code: -32_001, data: { code: 'UNAUTHORIZED' } }
  const text = failureText(TRPCClientError.from({ error: shape } as never))
  expect(text).toContain('another account')
})

test('knows whether a failed call may have taken effect', () => {
  expect(mayHaveWorked(TRPCClientError.from(new Error('Failed to fetch')))).toBe(true)
  expect(mayHaveWorked(failed('conflict', 'It is in use.'))).toBe(false)
})
