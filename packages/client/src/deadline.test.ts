import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientOf, json } from '../test/client-of.ts'
import { createClient } from './client.ts'

/** What is attached to a signal: listeners, and the signals that `AbortSignal.any` derived from it. */
function heldBy(signal: AbortSignal): number {
  const symbol = Object.getOwnPropertySymbols(signal).find(
    ({ description }) => description === 'kDependantSignals',
  )
  const made = symbol && (signal as unknown as Record<symbol, Set<unknown> | undefined>)[symbol]
  return getEventListeners(signal, 'abort').length + (made?.size ?? 0)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a signal that outlives its calls keeps nothing of them, and no timer is left', async () => {
  const { signal } = new AbortController()
  const { client } = clientOf([json({}), new Error('reset'), json({}), json({}, 403)])
  await Promise.all([client.keys.self({}, { signal }), client.keys.self({}, { signal })])
  await expect(client.keys.self({}, { signal })).rejects.toMatchObject({ status: 403 })
  expect([heldBy(signal), vi.getTimerCount()]).toEqual([0, 0])
})

test('a signal that outlives its streams keeps nothing of them, read, failed or cancelled', async () => {
  const { signal } = new AbortController()
  const csv = () => new Response('a\r\n', { headers: { 'Content-Type': 'text/csv' } })
  const { client } = clientOf([csv(), csv(), json({}, 403)])
  const open = () => client.audit.list.csv.stream({}, { signal })
  await new Response(open()).text()
  const reader = open().getReader()
  await reader.read()
  await reader.cancel()
  await open().cancel()
  await expect(new Response(open()).text()).rejects.toMatchObject({ status: 403 })
  expect(heldBy(signal)).toBe(0)
})

/** A client whose service never answers. */
function silent(options = {}) {
  return createClient(
    { baseUrl: 'https://api.example', key: 'k', retries: 0, pacing: false, ...options },
    {
      fetch: (_, init) =>
        new Promise((_, reject) => {
          const stop = () => reject(init?.signal?.reason)
          if (init?.signal?.aborted) stop()
          init?.signal?.addEventListener('abort', stop)
        }),
    },
  )
}

test('an attempt ends after its timeout', async () => {
  const called = silent({ timeout: 1.5 }).keys.self()
  const told = expect(called).rejects.toThrow('https://api.example took longer than 1.5 s.')
  await vi.advanceTimersByTimeAsync(1500)
  await told
})

test('a call ends with the reason of its signal, before it and while it is under way', async () => {
  const abort = new AbortController()
  const called = silent().keys.self({}, { signal: abort.signal })
  const told = expect(called).rejects.toThrow('enough')
  abort.abort(new Error('enough'))
  await told
  await expect(silent().keys.self({}, { signal: abort.signal })).rejects.toThrow('enough')
})
