import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { ForgetApplication } from './forget-application.tsx'

test('an application that was applied again since is not forgotten', async () => {
  const calls: unknown[] = []
  const application = { id: 'yard', templateId: 'gates', etag: '7' } as never
  const { now, act } = await runHook(
    () => ForgetApplication({ application, onClose: () => {} }),
    (_, input) => void calls.push(input),
  )
  await act(() => now()?.props.act())
  expect(calls).toMatchObject([{ ifMatch: '"7"' }])
})
