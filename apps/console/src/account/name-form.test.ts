import { useState } from 'react'
import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { NameForm } from './name-form.tsx'

test('a name is compared and sent as it is stored, and locked meanwhile', async () => {
  const sent: unknown[] = []
  const { promise, resolve } = Promise.withResolvers()
  const { now, act } = await runHook(
    () => NameForm({ user: { name: 'Ann', email: 'ann@sluice.example' } }),
    (_, input) => {
      sent.push(input)
      return promise
    },
  )
  const field = () => propsWithin(now(), ({ autoComplete }) => autoComplete === 'name')
  const type = (value: string) => act(() => field().onChange({ currentTarget: { value } }))
  const isSaved = () => propsWithin(now(), ({ type }) => type === 'submit').disabled
  await type('Ann ')
  expect(field().value).toBe('Ann ')
  expect(isSaved()).toBe(true)
  await type(' Anna ')
  expect(isSaved()).toBe(false)
  await act(() => now().props.onSubmit({ preventDefault() {} }))
  expect(sent).toEqual([{ name: 'Anna' }])
  const isLocked = () => propsWithin(now(), ({ isBusy }) => isBusy !== undefined).isBusy
  await expect.poll(isLocked).toBe(true)
  await act(() => resolve({}))
  await expect.poll(isLocked).toBe(false)
})

test('a name that is saved elsewhere is shown, unless another one is being typed', async () => {
  const { now, act } = await runHook(
    () => {
      const [name, refetched] = useState('Ann')
      return { shown: NameForm({ user: { name, email: 'ann@sluice.example' } }), refetched }
    },
    () => undefined,
  )
  const field = () => propsWithin(now().shown, ({ autoComplete }) => autoComplete === 'name')
  await act(() => now().refetched('Anna'))
  expect(field().value).toBe('Anna')
  await act(() => field().onChange({ currentTarget: { value: 'Annie' } }))
  await act(() => now().refetched('Anne'))
  expect(field().value).toBe('Annie')
})
