import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { repositoryRoot } from './node.mjs'

const run = promisify(execFile)
/** On Debian and others this is the account that owns nothing. */
const nobody = 65_534

/** Whether anyone may enter the checkout: not so below root's home. */
async function mayAnyoneEnter(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  return dirname(path) === path || mayAnyoneEnter(dirname(path))
}

test('the root has no command of its own: npx would copy the checkout to set its mode', async () => {
  const root = JSON.parse(await readFile(`${repositoryRoot}package.json`, 'utf8'))
  expect(root).not.toHaveProperty('bin')
  // Without packages, npx would install a stranger's package of the same name.
  expect(await readFile(`${repositoryRoot}.npmrc`, 'utf8')).toMatch(/^yes=false$/m)
})

test.runIf(process.getuid?.() === 0 && (await mayAnyoneEnter(repositoryRoot)))(
  'npx sluice works for a user who does not own the checkout',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'sluice-nobody-'))
    await chmod(home, 0o777)
    const { stdout } = await run('npx', ['sluice', '--version'], {
      ...{ cwd: repositoryRoot, uid: nobody, gid: nobody },
      env: { PATH: process.env.PATH, HOME: home, npm_config_cache: join(home, '.npm') },
    })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    await rm(home, { recursive: true })
  },
)
