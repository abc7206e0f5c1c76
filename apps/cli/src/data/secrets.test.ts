import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyPeppers } from '@sluice/core'
import { expect, test } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { keptSecrets, requireShared } from './secrets.ts'

const databaseUrl = 'postgres://sluice:secret@db.example/sluice'

test('secrets are created once and readable only by this user', () => {
  const dataDir = temporaryDirectory()
  const made = keptSecrets(dataDir)
  expect(keptSecrets(dataDir)).toEqual(made)
  expect(new Set(Object.values(made)).size).toBe(4)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(keyPeppers.parse(made.keyPeppers).get(1)).toMatch(/^[0-9a-f]{64}$/)
  expect(readEnvironment({ KEY_PEPPERS: made.keyPeppers }).KEY_PEPPERS).toBe(made.keyPeppers)
})

test('a damaged secrets file is not overwritten', () => {
  const dataDir = temporaryDirectory()
  writeFileSync(join(dataDir, 'secrets.json'), '{"databasePassword": "')
  expect(() => keptSecrets(dataDir)).toThrow(/secrets\.json is not valid JSON\. Correct it/)
})

test('a secret that an operator changed to an invalid one is named, and not shown', () => {
  const dataDir = temporaryDirectory()
  const changed = { ...keptSecrets(dataDir), keyPeppers: '1:too-short', authSecret: 'tiny' }
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(changed))
  expect(() => keptSecrets(dataDir)).toThrow(
    /damaged \(keyPeppers must be like 1:secret,2:secret, each .*; authSecret must have at least 32 characters/,
  )
  expect(() => keptSecrets(dataDir)).not.toThrow(/too-short|tiny/)
})

test('stores shared by several nodes require shared secrets', () => {
  const wanted = ['KEY_PEPPERS', 'AUTH_SECRET'] as const
  const shared = readEnvironment({ DATABASE_URL: databaseUrl, AUTH_SECRET: 'x'.repeat(32) })
  expect(() => requireShared(shared, wanted)).toThrow(
    /^KEY_PEPPERS must be set, because DATABASE_URL/,
  )
  expect(() => requireShared(readEnvironment({}), wanted)).not.toThrow()
})
