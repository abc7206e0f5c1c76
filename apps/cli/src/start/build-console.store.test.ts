import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../launch/node.mjs'

it('the console is built anew for a changed source of any package, not for a changed test', async () => {
  const turbo = join(repositoryRoot, 'node_modules/turbo/bin/turbo')
  const args = ['run', 'build', '--filter=@sluice/console', '--dry=json']
  const { stdout } = await promisify(execFile)(process.execPath, [turbo, ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const { tasks } = JSON.parse(stdout) as { tasks: { directory: string; inputs: object }[] }
  const files = tasks.flatMap(({ directory, inputs }) =>
    Object.keys(inputs).map((file) => join(directory, file)),
  )
  expect(files).toEqual(
    expect.arrayContaining(['packages/telemetry/src/open.ts', 'apps/console/next.config.ts']),
  )
  expect(files.filter((file) => /\.test\.tsx?$/.test(file))).toEqual([])
})
