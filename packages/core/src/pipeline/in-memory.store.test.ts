import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { inMemory } from './operations.ts'
import { run } from './run.ts'

const core = openTestCore()
afterAll(() => core.close())

test.each([...inMemory])(
  '%s sends no query to the database once its key is cached',
  async (name) => {
    const { mint } = await newOrganization(core)
    const { key: keyString } = await mint()
    const request = {
      ...{ name, keyString, address: '192.0.2.1', connection: undefined, requestId: 'test' },
      ...{ params: {}, query: {}, ifMatch: undefined, idempotencyKey: undefined },
      readBody: undefined,
    }
    await run(core, request)
    const db = new Proxy(core.db, {
      get(_db, member) {
        throw new Error(`Asked for ${String(member)}.`)
      },
    })
    expect(await run({ ...core, db }, request)).toHaveProperty('output')
  },
)
