import { expect, test } from 'vitest'
import { changeWords, summaryWords } from './plan-words.ts'

test('counts what is created, updated and released, and omits zeros', () => {
  const none = { create: 0, update: 0, unchanged: 9, conflict: 0, release: 0 }
  expect(summaryWords({ ...none, create: 2013, update: 4 }, false)).toBe('create 2,013, update 4')
  expect(summaryWords({ ...none, update: 1 }, true)).toBe('updated 1')
  expect(summaryWords({ ...none, update: 10, release: 30 }, false)).toBe('update 10, release 30')
  expect(summaryWords(none, true)).toBe('')
})

test('describes a change in one line, whatever its values', () => {
  const change = { pointer: '/labels/line', before: null, after: 'south' }
  expect(changeWords(change)).toBe('labels/line: nothing → south')
  expect(changeWords({ pointer: '/max', before: '', after: { a: 1 } })).toBe('max: “” → {"a":1}')
})
