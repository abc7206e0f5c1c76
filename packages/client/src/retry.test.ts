import { describe, expect, test, vi } from 'vitest'
import { parseRetryAfter, SluiceConnectionError, SluiceProblem } from './problem.ts'
import { sleep, waitBefore } from './retry.ts'

const patience = { retries: 4, longestWait: 30 }
const problem = (status: number, code?: string, retryAfter?: number) =>
  new SluiceProblem(
    status,
    code ? { type: `https://api.example/problems/${code}` } : {},
    retryAfter,
  )
const lost = new SluiceConnectionError('lost')
const wait = (fault: unknown, repeat: 'harmless' | 'keyed' | 'unsafe', attempt = 0, random = 0.5) =>
  waitBefore(attempt, fault, repeat, patience, () => random)

describe('a failed call', () => {
  test.each([
    ['a lost connection', lost, true, true, false],
    ['429', problem(429, 'rate-limited', 1), true, true, true],
    ['503 of the service', problem(503, 'unavailable', 1), true, true, false],
    ['503 of a proxy', problem(503), true, true, false],
    ['500', problem(500, 'internal'), true, true, false],
    ['502', problem(502), true, true, false],
    ['504', problem(504), true, true, false],
    ['520 of a proxy', problem(520), true, true, false],
    ['408', problem(408, 'request-timeout'), true, true, false],
    ['409 that says when', problem(409, 'conflict', 1), true, true, true],
    ['409', problem(409, 'conflict'), false, false, false],
    ['400', problem(400, 'invalid-request'), false, false, false],
    ['401', problem(401, 'key-unknown'), false, false, false],
    ['404', problem(404, 'not-found'), false, false, false],
    ['422', problem(422, 'idempotency-mismatch'), false, false, false],
  ])(
    'is retried after %s only where that helps and is safe',
    (_, fault, harmless, keyed, unsafe) => {
      expect(wait(fault, 'harmless') !== undefined).toBe(harmless)
      expect(wait(fault, 'keyed') !== undefined).toBe(keyed)
      expect(wait(fault, 'unsafe') !== undefined).toBe(unsafe)
    },
  )

  test('is retried at most as often as configured', () => {
    expect(wait(lost, 'harmless', 3)).toBeDefined()
    expect(wait(lost, 'harmless', 4)).toBeUndefined()
  })
})

describe('the wait before a retry', () => {
  test('is random in a range that doubles, up to a maximum', () => {
    const longest = [0, 1, 2, 3].map((attempt) => wait(lost, 'harmless', attempt, 0.999))
    expect(longest.map((ms) => Math.round((ms ?? 0) / 10) * 10)).toEqual([250, 500, 1000, 2000])
    expect(wait(lost, 'harmless', 3, 0)).toBe(0)
    const far = waitBefore(20, lost, 'harmless', { retries: 99, longestWait: 30 }, () => 1)
    expect(far).toBe(30_000)
  })

  test('is at least Retry-After; if that is too long, the call fails', () => {
    expect(wait(problem(429, 'rate-limited', 7), 'unsafe', 0, 0)).toBe(7000)
    expect(wait(problem(429, 'rate-limited', 7), 'unsafe', 0, 0.5)).toBe(7125)
    expect(wait(problem(429, 'rate-limited', 31), 'unsafe')).toBeUndefined()
  })

  test('ends when the signal aborts', async () => {
    const abort = new AbortController()
    const waiting = sleep(60_000, abort.signal)
    abort.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(sleep(60_000, abort.signal)).rejects.toThrow('enough')
    await sleep(0, undefined)
  })
})

test('a wait that is too long for a timer is as long as a timer can be, and does not end at once', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const abort = new AbortController()
  const waiting = sleep(2 ** 31, abort.signal)
  const [[, milliseconds] = []] = timer.mock.calls
  timer.mockRestore()
  abort.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(milliseconds).toBe(2_147_483_000)
})

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(parseRetryAfter('12', now)).toBe(12)
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30)
  expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  expect(parseRetryAfter('soon', now)).toBeUndefined()
  expect(parseRetryAfter(null, now)).toBeUndefined()
})
