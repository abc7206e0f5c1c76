import { actForOrganization, perform } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, sluice, sluiceJson } = await useOwnDatabase()

describe('limit requests', () => {
  async function ask() {
    const actor = await actForOrganization(core, 'test', 'asking')
    if (!actor) throw new Error('There is no such organization.')
    const tiers = [{ tier: 'standard', perMinute: 6000 } as const]
    const call = { body: { tiers, reason: 'more trucks' } }
    const name = 'limitRequests.create'
    return perform(core, { name, actor, call, requestId: 'test', address: null })
  }

  test('are listed, granted in part, and declined', async () => {
    await sluiceJson('organizations', 'create', '--id', 'asking', '--name', 'Asking')
    const [first, second] = [await ask(), await ask()]
    const { items } = await sluiceJson('limits', 'requests')
    expect(items).toHaveLength(2)
    const whose = { organizationId: 'asking', organizationName: 'Asking' }
    expect(items).toContainEqual({ ...whose, ...first })
    const part = ['--limit', 'standard:1200:2000', '--reason', 'for now']
    expect(await sluiceJson('limits', 'grant', first.id, ...part)).toMatchObject({
      status: 'Granted',
      decision: { granted: [{ tier: 'standard', perMinute: 1200, burst: 2000 }] },
    })
    const why = ['--reason', 'send batches']
    const declined = await sluice('limits', 'decline', second.id, ...why)
    expect(declined.stdout).toMatch(/status +Declined\ngranted +nothing/)
    expect((await sluice('limits', 'decline', second.id, ...why)).exitCode).toBe(4)
    const wrong = await sluice('limits', 'grant', second.id, '--limit', 'fast:1:1', ...why)
    expect(wrong.stderr).toContain('--limit fast:1:1 is not TIER:PER_MINUTE:BURST')
  })
})
