import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { claim } from '../start/claim.ts'
import { withStores } from '../stores/locate.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openMemory } from './memory.ts'
import { requireOwner } from './owner.ts'
import { keptSecrets } from './secrets.ts'

test('a new data directory is anyone’s, a used one is its owner’s', () => {
  const dataDir = temporaryDirectory()
  requireOwner(dataDir, 1)
  keptSecrets(dataDir)
  const { uid } = statSync(join(dataDir, 'secrets.json'))
  requireOwner(dataDir, uid)
  expect(() => requireOwner(dataDir, uid + 1)).toThrow(
    `${dataDir} belongs to another user (uid ${uid}). Run this as that user: sudo -u '#${uid}'`,
  )
})

test.runIf(process.geteuid?.() === 0)(
  'root writes nothing into the data directory of another user',
  async () => {
    const dataDir = temporaryDirectory()
    const nobody = 65_534
    keptSecrets(dataDir)
    openMemory(dataDir).remember({ demo: 'shown' })
    writeFileSync(join(dataDir, 'runtime.json'), '{}')
    const owned = ['secrets.json', 'memory.json', 'runtime.json'].map((name) => join(dataDir, name))
    for (const path of owned) chownSync(path, nobody, nobody)
    const environment = readEnvironment({ DATA_DIR: dataDir })
    const use = vi.fn()
    const theirs = `belongs to another user (uid ${nobody})`
    await expect(withStores(environment, use)).rejects.toThrow(theirs)
    const wanted = { dataDir, environment, note: () => {}, pause: async () => {} }
    await expect(claim(wanted)).rejects.toThrow(theirs)
    expect(use).not.toHaveBeenCalled()
    expect(owned.map((path) => statSync(path).uid)).toEqual([nobody, nobody, nobody])
  },
)
