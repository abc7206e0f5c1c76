import { useState } from 'react'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { RangeField } from './range-field.tsx'
import { rangeText, type TextRange } from './time-text.ts'
import { typedText } from './typed-range.ts'

const presets = { 'now-24h': '24 hours' }
const day = { from: 'now-24h', to: 'now' }

interface Field {
  /** The range at first. */
  readonly shown: TextRange | undefined
  readonly textOf: (range: TextRange) => string
  readonly canClear?: boolean
}

/** A field whose range is kept as a page does, and what it has changed. */
async function fieldWith({ shown, textOf, canClear = false }: Field) {
  const changes: (TextRange | undefined)[] = []
  const { now, act } = await runHook(
    () => {
      const [range, keep] = useState(shown)
      const change = (next: TextRange | undefined) => {
        changes.push(next)
        keep(next)
      }
      const clear = canClear ? { onClear: () => change(undefined) } : {}
      const own = { shown: range, presets, zone: 'UTC', textOf, onChange: change, ...clear }
      return { field: RangeField(own).props, keep }
    },
    () => undefined,
  )
  const field = () => now().field
  return {
    changes,
    text: () => field().value,
    isWrong: () => field().error !== false,
    type: (text: string) => act(() => field().onChange(text)),
    enter: () => act(() => field().onKeyDown({ key: 'Enter' })),
    leave: () => act(() => field().onBlur()),
    move: (range: TextRange) => act(() => now().keep(range)),
  }
}

const relativeOnly = (range: TextRange) => rangeText(range) ?? ''
const withTimes = (range: TextRange) => typedText(range, 'UTC')

test.each(
  ['2026-03-05', '36h', '24 hours'].flatMap((typed) => [
    [typed, relativeOnly, ''] as const,
    [typed, withTimes, '2026-04-05'] as const,
  ]),
)('a range entered as %s is applied once, and stays where it is moved to', async (...asked) => {
  const [typed, textOf, textOfMoved] = asked
  const shown = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }
  const field = await fieldWith({ shown, textOf })
  await field.type(typed)
  await field.enter()
  await field.leave()
  expect(field.changes).toHaveLength(1)
  await field.move({ from: '2026-04-05T00:00:00.000Z', to: '2026-04-06T00:00:00.000Z' })
  expect(field.text()).toBe(textOfMoved)
  await field.leave()
  expect(field.changes).toHaveLength(1)
})

test('a text that is no range stays until the range is changed', async () => {
  const shown = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }
  const field = await fieldWith({ shown, textOf: relativeOnly })
  await field.type('soon')
  await field.leave()
  expect([field.text(), field.isWrong()]).toEqual(['soon', true])
  await field.move({ ...shown, to: '2026-01-03T00:00:00.000Z' })
  expect([field.text(), field.isWrong(), field.changes.length]).toEqual(['', false, 0])
})

test('an emptied field clears the range if it can be cleared', async () => {
  const field = await fieldWith({ shown: day, textOf: withTimes, canClear: true })
  await field.type('')
  await field.enter()
  expect([field.text(), field.changes]).toEqual(['', [undefined]])
})

test('an emptied field gets its text back if there must be a range', async () => {
  const field = await fieldWith({ shown: day, textOf: relativeOnly })
  await field.type(' ')
  await field.leave()
  expect([field.text(), field.changes]).toEqual(['24 hours', []])
})
