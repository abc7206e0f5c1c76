import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { failureText } from './failure.ts'

const failed = (code: string, detail: string) =>
  TRPCClientError.from({
    error: {
      ...{ code: -32_000, message: 'x' },
      data: { httpStatus: 412, requestId: 'r', problem: { code, detail } },
    },
  })

test('another’s change meanwhile is told as what happened and what to do, not as an etag', () => {
  const text = failureText(failed('precondition-failed', 'The etag is now "5".'))
  expect(text).toContain('nothing was saved')
  expect(text).not.toContain('etag')
})

test('other refusals keep the words of the server', () => {
  expect(failureText(failed('conflict', 'It is in use.'))).toBe('It is in use.')
})
