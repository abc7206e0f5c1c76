import { useState } from 'react'
import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { exampleKey } from '../testing/example-key.ts'
import { KeyActions } from './key-actions.tsx'

test('a form that is open stays when the key ends, and the actions go', async () => {
  const { now, act } = await runHook(
    () => {
      const [record, refetched] = useState(exampleKey())
      return { shown: KeyActions({ record }), refetched }
    },
    () => undefined,
  )
  const edit = () => propsWithin(now().shown, ({ children }) => children === 'Edit')
  await act(() => edit().onClick())
  await act(() => now().refetched(exampleKey({ status: 'Expired' })))
  const dialog = propsWithin(now().shown, ({ opened }) => opened === true)
  expect(dialog).toBeDefined()
  expect(edit()).toBeUndefined()
  await act(() => dialog.onClose())
  expect(now().shown).toBeNull()
})
