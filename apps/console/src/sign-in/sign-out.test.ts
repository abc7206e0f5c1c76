import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signOut } from './sign-out.ts'

const assign = vi.fn()
const alert = vi.fn()
beforeEach(() => {
  vi.stubGlobal('window', { location: { assign }, alert })
  vi.clearAllMocks()
})
afterEach(() => vi.unstubAllGlobals())

test('leaves the page once the session has ended', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true }))
  expect(await signOut('/join')).toBe(true)
  expect(assign).toHaveBeenCalledExactlyOnceWith('/join')
  expect(alert).not.toHaveBeenCalled()
})

test.each([
  ['The console cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['Something went wrong on our side', async () => new Response(null, { status: 500 })],
])('says “%s” and stays, because the session goes on', async (message, fetch) => {
  vi.stubGlobal('fetch', fetch)
  expect(await signOut()).toBe(false)
  expect(assign).not.toHaveBeenCalled()
  expect(alert).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(message))
})
