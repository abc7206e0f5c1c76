import { operations } from '@sluice/contract'
import { expect, test } from 'vitest'
import { auditQuery } from '#audit/query.ts'
import { readQuestion } from '#explore/question.ts'
import { wholeQuery } from '#explore/series-query.ts'
import { readLogQuestion } from '#requests/question.ts'
import { rangeInApi } from './time-text.ts'
import { readTyped } from './typed-range.ts'

/** What pages with a range field ask the API. */
const queries = {
  'audit.list': auditQuery,
  'calls.list': (params) => readLogQuestion(params).list.query,
  'calls.count': (params) => readLogQuestion(params).count.query,
  'integrations.deliveries': rangeInApi,
  'telemetry.thingsTimeseries': (params) =>
    wholeQuery({ question: readQuestion(params), found: ['a'], lines: 1, zone: 'UTC' }, ['cargo']),
} as const satisfies Partial<
  Record<keyof typeof operations, (params: URLSearchParams) => object | undefined>
>

const typed = [
  ...['now-36h', '36h', 'now-14d to now-7d', '2026-03-01', '2026-03-01 to now'],
  ...['2026-03-01 14:00', '2026-03-01 14:00 to 15:30'],
]

test.each(Object.entries(queries))('%s accepts every range that can be typed', (name, queryOf) => {
  for (const text of typed) {
    const { from = '', to = '' } = readTyped(text, 'Europe/Berlin') ?? {}
    const query = queryOf(new URLSearchParams({ from, to }))
    const given = JSON.parse(JSON.stringify(query))
    expect(Object.keys(given)).toEqual(expect.arrayContaining(['from', 'to']))
    const { query: schema } = operations[name as keyof typeof queries]
    expect(schema?.safeParse(given).success, text).toBe(true)
  }
})
