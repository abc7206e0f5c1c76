import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

test.each([
  ['keys', 'list', '--organization', 'acme'],
  ['organizations', 'list'],
  ['limits', 'show', '--organization', 'acme'],
  ['keys', 'revoke', 'some-key', '--organization', 'acme'],
])('%s %s with a wrong DATA_DIR says so and makes nothing', async (...args) => {
  const folder = temporaryDirectory()
  const DATA_DIR = join(folder, 'wrong')
  const { exitCode, stderr } = await runCli(args, { DATA_DIR })
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`There is no Sluice in ${DATA_DIR}. Set DATA_DIR`)
  expect(readdirSync(folder)).toEqual([])
})
