import { describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { environment, sluiceJson } = await useOwnDatabase()

describe('the migrate command', () => {
  test('applies nothing when the database is up to date', async () => {
    expect(await sluiceJson('migrate')).toEqual({ applied: [] })
  })
})

test('a command fails when a shared secret is missing', async () => {
  const { KEY_PEPPERS: _, ...rest } = environment
  const { exitCode, stderr } = await runCli(['organizations', 'list'], rest)
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^KEY_PEPPERS must be set, because DATABASE_URL is/)
})

test('an unreachable database is reported without a stack trace or password', async () => {
  const url = 'postgres://sluice:hunter2@127.0.0.1:1/sluice'
  const { exitCode, stderr } = await runCli(['organizations', 'list'], {
    ...environment,
    DATABASE_URL: url,
  })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^No connection to Postgres at 127\.0\.0\.1:1\/sluice: /)
  expect(stderr).not.toMatch(/hunter2|\n +at /)
})
