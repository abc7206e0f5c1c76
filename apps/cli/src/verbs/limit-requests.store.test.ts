import { actForOrganization, perform } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, sluice, sluiceJson } = await useOwnDatabase()

describe('limit requests', () => {
  async function ask() {
    const actor = await actForOrganization(core, 'test', 'asking')
    if (!actor) throw new Error('There is no such organization.')
    const tiers = [{ tier: 'standard', perMinute: 6000 } as const]
    const storage = [{ kind: 'samples', bytes: 2 ** 40 } as const]
    const call = { body: { tiers, storage, reason: 'more trucks' } }
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
    expect((await sluice('limits', 'requests')).stdout).toContain(
      'standard 6000 a minute, 1 TiB of samples',
    )
    const part = ['--limit', 'standard:1200:2000', '--storage', 'samples:200GiB']
    const granted = await sluiceJson('limits', 'grant', first.id, ...part, '--reason', 'for now')
    const quota = { kind: 'samples', bytes: 200 * 2 ** 30 }
    expect(granted).toMatchObject({
      status: 'Granted',
      decision: {
        granted: [{ tier: 'standard', perMinute: 1200, burst: 2000 }],
        storage: [quota],
      },
    })
    const { items: stored } = await sluiceJson('storage', 'show', '--organization', 'asking')
    expect(stored[1]).toMatchObject({ mostBytes: quota.bytes, reason: 'for now' })
    const why = ['--reason', 'send batches']
    const soon = ['--until', '2100-01-01', '--reason', 'x']
    expect((await sluice('limits', 'grant', second.id, ...soon)).stderr).toContain(
      '--until 2100-01-01: must be an ISO 8601 timestamp',
    )
    const declined = await sluice('limits', 'decline', second.id, ...why)
    expect(declined.stdout).toMatch(/status +Declined\ngranted +nothing/)
    expect((await sluice('limits', 'decline', second.id, ...why)).exitCode).toBe(4)
    const wrong = await sluice('limits', 'grant', second.id, '--limit', 'fast:1:1', ...why)
    expect(wrong.stderr).toContain('--limit fast:1:1 is not TIER:PER_MINUTE:BURST')
    const vague = await sluice('limits', 'grant', second.id, '--storage', 'samples:much', ...why)
    expect(vague.stderr).toContain('--storage much is not a size')
  })
})
