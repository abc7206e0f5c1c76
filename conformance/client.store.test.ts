/** Third-party tools on the client's package, as it would be published. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { buildPackage } from '@sluice/client/build'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-client-'))
  await buildPackage(join(folder, 'built'))
})
afterAll(() => rm(folder, { recursive: true }))

test('publint finds nothing to say of the package', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(folder, 'built'), strict: true })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('the types are right for whoever imports or requires the package', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', './built', '--json'], {
    cwd: folder,
  })
  const [{ filename }] = JSON.parse(stdout)
  const tarball = createPackageFromTarballData(await readFile(join(folder, filename)))
  const analysis = await checkPackage(tarball)
  expect(analysis).toMatchObject({ types: { kind: 'included' }, problems: [] })
})
