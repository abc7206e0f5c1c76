import type { Call } from '@sluice/contract'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { isPageHeld } from '#form/unsaved-now.ts'
import { useChange } from './use-change.ts'

const ids = Array.from({ length: 1500 }, (_, i) => `truck-${i}`)
const target = { ids }
const itemsOf = (input: unknown) => {
  const { things = [] } = (input as Call<'things.change'>).body
  return things.map(({ id }) => ({ id, name: id, outcome: 'changed', changes: [], before: {} }))
}

/** The state after a plan whose things are applied in two calls, answered by `answer`. */
async function planned(answer: (items: unknown) => unknown) {
  const page = await runHook(
    () => useChange(target),
    (_, input) => {
      const items = itemsOf(input)
      return (input as Call<'things.change'>).body.validateOnly ? { items } : answer({ items })
    },
  )
  await page.act(() => page.now().plan({ status: 'Retired' }))
  const { state } = page.now()
  if (state.stage !== 'planned') throw new Error(state.stage)
  return { ...page, apply: () => page.now().apply(state.planned) }
}

test('the page is held while things are changed, and the rest is left alone once it is left', async () => {
  const waiting: (() => void)[] = []
  const { act, unmount, apply } = await planned(
    (items) => new Promise((resolve) => waiting.push(() => resolve(items))),
  )
  let done: Promise<unknown> | undefined
  await act(() => {
    done = apply()
  })
  expect(isPageHeld()).toBe(true)
  await unmount()
  for (const answer of waiting) answer()
  await done
  expect(waiting).toHaveLength(1)
  expect(isPageHeld()).toBe(false)
})

test('a failure holds the page until it was read', async () => {
  const { now, act, apply } = await planned(() => {
    throw new Error('lost')
  })
  await act(apply)
  expect(now().state.stage).toBe('done')
  expect(isPageHeld()).toBe(true)
})
