import { expect, test } from 'vitest'
import { lineOf } from './log-lines.mjs'

const now = new Date('2026-06-01T12:00:00Z')

test('quoted caller input never adds a line to the log', () => {
  const forged = 'x\n{"level":"info","message":"all is well"}\r\u0085\u2028\u001b[2K'
  const line = lineOf('error', ['no user %s', forged], now)
  expect(line).not.toMatch(/[\p{Cc}\u2028]/u)
  expect(JSON.parse(line)).toEqual({
    ...{ level: 'error', time: now.toISOString() },
    message: 'no user x\n{"level":"info","message":"all is well"}\r\u0085\u2028',
  })
})

test('an error is logged with its stack, in one line', () => {
  const line = lineOf('error', [new Error('a\nb')], now)
  expect(line.split('\n')).toHaveLength(1)
  expect(JSON.parse(line).message).toContain('log-lines.test.ts')
})
