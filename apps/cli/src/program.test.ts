import { expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'

test('--version is the version alone', async () => {
  const { exitCode, stdout } = await runCli(['--version'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a verb that nobody knows is wrong usage', async () => {
  expect(await runCli(['keys', 'frobnicate'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown command 'frobnicate'"),
  })
})
