import { describe, expect, test } from 'vitest'
import { problemSchema, problems } from './problems.ts'

/** The reason phrases of RFC 9110 and RFC 6585. */
const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

describe.each(Object.entries(problems))('the problem %s', (code, { status, title, advice }) => {
  test('has a code fit for a URL and the title of its status', () => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(title).toBe(titles[status])
  })

  test('tells the caller what to do', () => {
    expect(advice).toMatch(/^[A-Z].*\.$/)
  })
})

test('the title of status 429 is as specified', () => {
  expect(problems['rate-limited']).toMatchObject({ status: 429, title: 'Too Many Requests' })
})

test('a problem body has the members of RFC 9457 and a list of faults', () => {
  const body = { type: 'http://x/problems/not-found', title: 'Not Found', status: 404, detail: 'd' }
  expect(problemSchema.safeParse(body).success).toBe(true)
  const errors = [{ pointer: '/body/name', detail: 'must not be empty' }]
  expect(problemSchema.safeParse({ ...body, requestId: 'r', errors }).success).toBe(true)
  expect(problemSchema.safeParse({ ...body, status: '404' }).success).toBe(false)
})
