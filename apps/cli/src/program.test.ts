import { expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'

test('--version prints only the version', async () => {
  const { exitCode, stdout } = await runCli(['--version'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('an unknown verb is a usage error', async () => {
  expect(await runCli(['keys', 'frobnicate'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown command 'frobnicate'"),
  })
})

test('data send --help describes its files', async () => {
  const { exitCode, stdout } = await runCli(['data', 'send', '--help'])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('{"thingId": "truck-7", "timestamp"')
  expect(stdout).toContain('thingId, timestamp and a column per metric')
  expect(stdout).toContain('A cell such as 5, 007 or true is never a string')
})
