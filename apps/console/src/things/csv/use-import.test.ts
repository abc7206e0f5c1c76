import type { Call } from '@sluice/contract'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { isPageHeld } from '#form/unsaved-now.ts'
import { BATCH } from './batches.ts'
import { useImport } from './use-import.ts'

const lines = Array.from({ length: 2 * BATCH }, (_, i) => `t-${i},Truck,truck`)
const file = new File([`id,name,thingTypeId\n${lines.join('\n')}\n`], 'things.csv')

const isPreview = ({ body }: Call<'things.batch'>) => body.validateOnly === true
const answerTo = ({ body }: Call<'things.batch'>) => ({
  items: body.things.map(({ id }) => ({ id, outcome: 'created', changes: [] })),
})

/** An import that waits for the answer to its first call. */
async function importing() {
  const writes: (() => void)[] = []
  const page = await runHook(useImport, (_, input) => {
    const call = input as Call<'things.batch'>
    if (isPreview(call)) return answerTo(call)
    return new Promise((resolve) => writes.push(() => resolve(answerTo(call))))
  })
  await page.act(() => page.now().check(file))
  expect(page.now().stage).toBe('preview')
  let done: Promise<unknown> | undefined
  await page.act(() => {
    done = page.now().write()
  })
  await expect.poll(() => writes.length).toBe(1)
  return { ...page, writes, done: () => done }
}

test('what was not written when the page is left is not written', async () => {
  const { unmount, writes, done } = await importing()
  expect(isPageHeld()).toBe(true)
  await unmount()
  writes[0]?.()
  await done()
  expect(writes).toHaveLength(1)
})

test('an import that is stopped shows the rows that are left', async () => {
  const { now, act, writes, done } = await importing()
  await act(() => now().stop())
  await act(() => writes[0]?.())
  await act(done)
  expect(writes).toHaveLength(1)
  const { stage, outcomes, refusal } = now()
  expect({ stage, left: outcomes.length }).toEqual({ stage: 'preview', left: BATCH })
  expect(refusal).toBe('250 of 500 were written, the others were not.')
})
