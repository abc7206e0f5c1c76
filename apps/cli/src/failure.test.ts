import { SluiceAnswerError, SluiceProblem } from '@sluice/client'
import { migrateTelemetry } from '@sluice/core/migrate'
import { freePort } from '@sluice/embedded'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

test('a ClickHouse that is away is told of by name and address, without its password', async () => {
  const host = `127.0.0.1:${await freePort()}`
  const thrown = await migrateTelemetry({ url: `http://ann:hunter2@${host}` }).catch(
    (fault: unknown) => fault,
  )
  const { detail } = failureOf(thrown)
  expect(detail).toContain(`No connection to ClickHouse at ${host}: `)
  expect(detail).not.toMatch(/Unexpected|hunter2/)
})

test('a failure of the service is told with its request id', () => {
  const body = {
    type: 'https://x/internal',
    title: 'T',
    detail: 'The service failed.',
    requestId: 'r-1',
  }
  expect(failureOf(new SluiceProblem(500, body, undefined))).toEqual({
    ...{ exitCode: 1, title: 'T', code: 'internal', requestId: 'r-1' },
    detail: 'The service failed. The request id is r-1.',
  })
})

test('an answer that is not from Sluice is told as it is, whatever its status', () => {
  expect(failureOf(new SluiceProblem(404, {}, undefined))).toEqual({
    ...{ exitCode: 1, title: 'Failed' },
    detail: 'HTTP 404: The response is from something other than the service.',
  })
  const moved = new SluiceAnswerError('https://a.example', 301, 'redirects elsewhere: set baseUrl')
  expect(failureOf(moved).detail).toBe('https://a.example redirects elsewhere: set --url.')
})

test('an error of the database is told without the call that met it', () => {
  const said =
    'Database error. Code: `25006`. Message: `cannot execute INSERT in a read-only transaction`'
  const message = `\nInvalid \`prisma.organization.create()\` invocation:\n\n\n${said}`
  expect(failureOf(new Error(message)).detail).toBe(`Unexpected error: ${said}`)
})
