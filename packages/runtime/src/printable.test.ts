import { expect, test } from 'vitest'
import { printable } from './printable.ts'
import { invalidRequest, notFound, Problem } from './problem.ts'

test('control characters, line breaks and direction marks are escaped', () => {
  expect(printable('a\nb\r\u0000\u001b[31m\u0085\u2028\u202e')).toBe(
    'a\\u{a}b\\u{d}\\u{0}\\u{1b}[31m\\u{85}\\u{2028}\\u{202e}',
  )
})

test('printable text is not changed', () => {
  const text = 'Größe 🙂 "x" \\n {"action": "read"} 東京 👨‍👩‍👧'
  expect(printable(text)).toBe(text)
})

test('no problem echoes a control character, in its detail or its errors', () => {
  const ugly = 'x\u001b[2J\ny\u0085'
  const made = [
    new Problem('conflict', { detail: ugly }),
    invalidRequest([{ pointer: '/body/name', detail: ugly }]),
    notFound('thing', ugly),
  ]
  for (const { detail, errors, message } of made) {
    const reported = [detail, message, ...(errors ?? []).map((fault) => fault.detail)].join('')
    expect(reported).not.toMatch(/\p{Cc}/u)
  }
})
