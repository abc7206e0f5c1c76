import { expect, test } from 'vitest'
import { readLogQuestion } from './question.ts'

const read = (text: string, keyId?: string) => readLogQuestion(new URLSearchParams(text), keyId)

test('shows the last day of all keys if the URL has no parameters', () => {
  const { list, count, isLive } = read('')
  expect(list.query).toMatchObject({ from: '-24h', to: 'now' })
  expect(JSON.parse(JSON.stringify(count.query))).toEqual({ from: '-24h', to: 'now' })
  expect(isLive).toBe(false)
})

test("a key's own log cannot be switched to another key", () => {
  expect(read('key=other', 'f3kQ9xZb7LmA').list.query?.key).toBe('f3kQ9xZb7LmA')
})

test('counts all outcomes, but lists only the chosen one', () => {
  const { list, count } = read('outcome=refused&status=403')
  expect(list.query).toMatchObject({ outcome: 'refused', status: 403 })
  expect(count.query).toMatchObject({ status: 403 })
  expect(count.query).not.toHaveProperty('outcome')
})

test.each(['status=soon', 'status=7', 'status=40.5', 'outcome=maybe'])(
  'ignores the invalid filter %s',
  (text) => {
    expect(JSON.parse(JSON.stringify(read(text).list.query))).toEqual({ from: '-24h', to: 'now' })
  },
)

test('is live only on the first page of a range that ends now', () => {
  expect(read('live=1').isLive).toBe(true)
  expect(read('live=1&to=2026-06-01T00:00:00Z').isLive).toBe(false)
  expect(read('live=1&cursor=x').isLive).toBe(false)
})

test.each(['list', 'count'] as const)(
  'asks for a typed relative range as the API has it: %s',
  (part) => {
    expect(read('from=now-36h&to=now-1h')[part].query).toMatchObject({ from: '-36h', to: '-1h' })
    expect(read('from=soon')[part].query).toMatchObject({ from: '-24h', to: 'now' })
  },
)
