import { randomBytes } from 'node:crypto'
import { type Core, openCore } from '@sluice/core'
import { afterAll, beforeAll, inject } from 'vitest'

/** Opens a core on the stores that all tests share. The console uses it while the tests of the file run. */
export function setUpCore(): Core {
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, randomBytes(32).toString('hex')]]),
  })
  beforeAll(() => {
    Object.assign(globalThis, { sluiceCore: core })
  })
  afterAll(async () => {
    Object.assign(globalThis, { sluiceCore: undefined })
    await core.close()
  })
  return core
}
