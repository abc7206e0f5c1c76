import { realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openDataDirectory } from './directory.ts'

test('the data directory is created with its parents and returned as real path', () => {
  const root = temporaryDirectory()
  symlinkSync(root, join(root, 'link'))
  expect(openDataDirectory(join(root, 'link', 'a', 'b'))).toBe(join(realpathSync(root), 'a', 'b'))
})

test.runIf(process.geteuid?.() === 0)(
  'what root makes may be entered by the account of Postgres, whatever the umask',
  () => {
    const umask = process.umask(0o077)
    onTestFinished(() => void process.umask(umask))
    const directory = openDataDirectory(join(temporaryDirectory(), 'new'))
    expect(statSync(directory).mode & 0o777).toBe(0o755)
  },
)

test('a file in place of the data directory is rejected with advice on DATA_DIR', () => {
  const file = join(temporaryDirectory(), 'file')
  writeFileSync(file, '')
  expect(() => openDataDirectory(file)).toThrow(/it is a file\. Set DATA_DIR/)
  expect(() => openDataDirectory(join(file, 'below'))).toThrow(/a part of the path is a file/)
})

test.runIf(process.platform === 'linux')(
  'a data directory that cannot be created is reported',
  () => {
    expect(() => openDataDirectory('/proc/sluice')).toThrow(/it cannot be created there/)
  },
)
