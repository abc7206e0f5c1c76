import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { isPageHeld } from './unsaved-now.ts'
import { useRun } from './use-run.ts'

/** A run of calls that are answered one at a time. */
async function begin() {
  const page = await runHook(useRun, () => undefined)
  let calls = 0
  let answer = () => {}
  let done: Promise<number> | undefined
  await page.act(() => {
    done = page.now().run(async (isStopped) => {
      while (!isStopped()) {
        calls += 1
        await new Promise<void>((resolve) => {
          answer = resolve
        })
      }
      return calls
    })
  })
  return { ...page, done: () => done, answer: () => answer() }
}

test('holds the page while it runs, and is stopped after the call in flight', async () => {
  const { now, act, done, answer } = await begin()
  expect(isPageHeld()).toBe(true)
  await act(answer)
  await act(() => now().stop())
  expect(now()).toMatchObject({ isRunning: true, isStopping: true })
  await act(answer)
  expect(await done()).toBe(2)
  expect(now()).toMatchObject({ isRunning: false, isStopping: false })
  expect(isPageHeld()).toBe(false)
})

test('is stopped when the page is left', async () => {
  const { unmount, done, answer } = await begin()
  await unmount()
  expect(isPageHeld()).toBe(false)
  answer()
  expect(await done()).toBe(1)
})

test('is stopped by the next run, and does not end that', async () => {
  const { now, act, done, answer } = await begin()
  const { promise, resolve } = Promise.withResolvers<void>()
  let next: Promise<void> | undefined
  await act(() => {
    next = now().run(() => promise)
  })
  await act(answer)
  expect(await done()).toBe(1)
  expect(now().isRunning).toBe(true)
  await act(async () => {
    resolve()
    await next
  })
  expect(now().isRunning).toBe(false)
})
