import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { isPageHeld } from '#form/unsaved-now.ts'
import { useRedelivery } from './use-redelivery.ts'

const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }
const hook = () => useRedelivery('erp')
const thousand = { deliveries: 1000, remaining: 1000, outOfReach: 0 }

test('redelivers until nothing is left', async () => {
  const answers = [thousand, { deliveries: 1000, remaining: 0, outOfReach: 0 }]
  const { now, act } = await runHook(hook, () => answers.shift())
  await act(async () => expect(await now().redeliver(range)).toBe(2000))
  expect(answers).toEqual([])
})

test('what was not sent when it is stopped is not sent', async () => {
  let calls = 0
  const { now, act } = await runHook(hook, () => {
    calls += 1
    now().stop()
    return thousand
  })
  await act(async () => expect(await now().redeliver(range)).toBe(1000))
  expect(calls).toBe(1)
  expect(now().sent).toBe(1000)
})

test('a failure is kept for the user to read, with what was sent before', async () => {
  const answers = [thousand]
  const { now, act } = await runHook(hook, () => {
    const answer = answers.shift()
    if (!answer) throw new Error('lost')
    return answer
  })
  await act(async () => expect(await now().redeliver(range)).toBeUndefined())
  expect(now()).toMatchObject({ isRunning: false, sent: 1000, error: { message: 'lost' } })
  expect(isPageHeld()).toBe(true)
})
