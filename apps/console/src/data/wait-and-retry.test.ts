import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import type { Failure } from './failure.ts'
import { secondsToWait } from './wait-and-retry.ts'

function failed(code: string, retryAfter: number | null): Failure {
  const problem = { code, retryAfter, title: 'x', detail: 'x', errors: [] }
  const data = { httpStatus: 429, requestId: 'r', problem }
  return TRPCClientError.from({ error: { code: -32_029, message: 'x', data } }) as Failure
}

test('retries a rate-limited call a few times once the limit allows it', () => {
  expect(secondsToWait(failed('rate-limited', 3), 1)).toBe(3)
  expect(secondsToWait(failed('rate-limited', null), 4)).toBe(1)
  expect(secondsToWait(failed('rate-limited', 3), 5)).toBeUndefined()
})

test('does not retry after a wait of minutes, or for other problems', () => {
  expect(secondsToWait(failed('rate-limited', 60), 1)).toBeUndefined()
  expect(secondsToWait(failed('conflict', 3), 1)).toBeUndefined()
  expect(secondsToWait(new TRPCClientError('lost') as Failure, 1)).toBeUndefined()
})
