import { expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { Drift } from './drift.tsx'

test('the comparison takes the focus, because it appears below the list', async () => {
  const application = { id: 'yard', templateId: 'gates' } as never
  const { now } = await runHook(
    () => Drift({ application, isBusy: false, onReuse: () => {} }),
    () => null,
  )
  const focus = vi.fn()
  now().props.ref({ focus })
  expect(focus).toHaveBeenCalledOnce()
})
