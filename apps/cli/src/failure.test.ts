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

test('an error of the database is told without the call that met it', () => {
  const said =
    'Database error. Code: `25006`. Message: `cannot execute INSERT in a read-only transaction`'
  const message = `\nInvalid \`prisma.organization.create()\` invocation:\n\n\n${said}`
  expect(failureOf(new Error(message)).detail).toBe(`Unexpected error: ${said}`)
})
