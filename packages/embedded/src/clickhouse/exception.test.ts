import { expect, it } from 'vitest'
import { exception, isBreakdown, toException } from './exception.ts'

it('an engine error keeps its text and code', () => {
  const error = toException(
    new Error('Query failed: Code: 60. DB::Exception: No t. (UNKNOWN_TABLE)'),
  )
  expect(error).toMatchObject({ code: 60, status: 404 })
  expect(error.text).toBe('Code: 60. DB::Exception: No t. (UNKNOWN_TABLE)')
})

it('an engine error never reveals the name of the spool file', () => {
  const error = toException(
    new Error('Code: 27. DB::Exception: Bad: (in file/uri /dev/shm/x/1): While. (CANNOT_PARSE)'),
  )
  expect(error.text).toBe('Code: 27. DB::Exception: Bad: While. (CANNOT_PARSE)')
})

it('every other error is given a code', () => {
  expect(toException(new Error('odd'))).toMatchObject({ code: 1002, status: 500 })
})

it.each([
  ['SYNTAX_ERROR', 400],
  ['REQUIRED_PASSWORD', 401],
  ['AUTHENTICATION_FAILED', 403],
  ['TOO_MANY_BYTES', 413],
  ['NOT_IMPLEMENTED', 501],
] as const)('the exception %s is answered with HTTP %i', (name, status) => {
  expect(exception(name, 'x').status).toBe(status)
})

it('an error that means the engine has shut down is recognized', () => {
  const text =
    'Code: 236. DB::Exception: The server is shutting down due to a fatal error. (ABORTED)'
  expect(isBreakdown(toException(new Error(text)))).toBe(true)
  expect(
    isBreakdown(toException(new Error('Code: 236. DB::Exception: Cancelled. (ABORTED)'))),
  ).toBe(false)
})
