import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { PasteRows } from './paste-rows.tsx'

test('rows with more cells than columns cannot be used', async () => {
  const columns = [{ name: 'name', type: 'text', isRequired: true } as const]
  const nothing = () => {}
  const { now, act } = await runHook(
    () => PasteRows({ opened: true, what: 'Cities', columns, onClose: nothing, onPaste: nothing }),
    () => null,
  )
  const paste = (value: string) =>
    act(() => propsWithin(now(), ({ minRows }) => minRows).onChange({ currentTarget: { value } }))
  const button = () => propsWithin(now(), ({ disabled }) => disabled !== undefined)
  await paste('Bergen\nOslo, Norway')
  expect(button().disabled).toBe(true)
  await paste('Bergen\nOslo')
  expect(button().disabled).toBe(false)
})
