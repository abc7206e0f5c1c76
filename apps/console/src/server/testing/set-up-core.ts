import { randomBytes } from 'node:crypto'
import { type Core, openCore } from '@sluice/core'
import { afterAll, beforeAll, inject } from 'vitest'

/** A core over the stores that the tests share. It is the console's own while the tests of a file run. */
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
