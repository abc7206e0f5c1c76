import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { keptSecrets } from '../src/data/secrets.ts'
import { temporaryDirectory } from '../src/testing/temporary-directory.ts'
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

const asRoot = test.runIf(process.getuid?.() === 0 && (await mayAnyoneEnter(repositoryRoot)))

/** Runs a command as a user who owns only a home directory. */
async function asNobody(args: readonly string[], environment: Record<string, string> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'sluice-nobody-'))
  try {
    await chmod(home, 0o777)
    const own = { PATH: process.env.PATH, HOME: home, npm_config_cache: join(home, '.npm') }
    return await run('npx', ['sluice', ...args], {
      ...{ cwd: repositoryRoot, uid: nobody, gid: nobody },
      env: { ...own, ...environment },
    })
  } finally {
    await rm(home, { recursive: true })
  }
}

asRoot('npx sluice works for a user who does not own the checkout', async () => {
  expect((await asNobody(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

asRoot('the data directory of another user is refused by what to do', async () => {
  const DATA_DIR = temporaryDirectory()
  keptSecrets(DATA_DIR)
  const list = () => asNobody(['organizations', 'list'], { DATA_DIR })
  await expect(list()).rejects.toThrow(`Cannot look into ${DATA_DIR}. Run this as the user`)
  await chmod(DATA_DIR, 0o755)
  await expect(list()).rejects.toThrow(`${DATA_DIR} belongs to another user (uid 0)`)
})
