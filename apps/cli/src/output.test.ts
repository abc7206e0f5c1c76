import { expect, test, vi } from 'vitest'
import { fields, printFailure, table } from './output.ts'

test('a failure lists its faults as text, or as JSON with --json', () => {
  const written: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const errors = [{ pointer: '/until', detail: 'must be in the future' }]
  const detail = 'The request has one fault; see errors.'
  printFailure({}, { exitCode: 2, title: 'Bad Request', detail, errors })
  printFailure({ json: true }, { exitCode: 2, title: 'Bad Request', detail, errors })
  write.mockRestore()
  expect(written[0]).toBe('The request has one fault:\n  /until must be in the future\n')
  expect(JSON.parse(written[1] ?? '')).toEqual({ error: { title: 'Bad Request', detail, errors } })
})

test('texts of tenants can neither break a line nor move the cursor', () => {
  const rows = [
    ['a\nb', 'x'],
    ['\u001b[2J', 'y'],
  ]
  expect(table(['NAME', 'ID'], rows).split('\n')).toEqual([
    'NAME       ID',
    'a\\u{a}b    x',
    '\\u{1b}[2J  y',
  ])
  expect(fields({ name: 'a\nb\u001b' })).toBe('name  a\\u{a}b\\u{1b}')
})
