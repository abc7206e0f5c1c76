import { expect, test } from 'vitest'
import { makeFaults } from '#form/reading.ts'
import { matchersText, readMatchers } from './matchers.ts'

test('formats matchers one per line, and parses them back', () => {
  const matchers = [{ __name__: 'node_*', job: 'node' }, { __name__: 'up' }]
  const { faults, add } = makeFaults()
  const text = matchersText(matchers)
  expect(text).toBe('{"__name__":"node_*","job":"node"}\n{"__name__":"up"}')
  expect(readMatchers(`\n${text}\n`, 'match', add)).toEqual(matchers)
  expect(faults).toEqual([])
})

test.each(['cpu', '[]', '{"a": 1}', 'null', '{"a"'])('%j is no matcher', (line) => {
  const { faults, add } = makeFaults()
  expect(readMatchers(`{"a": "b"}\n${line}`, 'drop', add)).toEqual([{ a: 'b' }])
  expect(faults).toEqual([
    { pointer: '/body/drop', detail: 'line 2 must look like {"label": "pattern"}' },
  ])
})
