import type { Telemetry } from '@sluice/telemetry'
import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { expire } from './expire.ts'

interface Told {
  /** The node's clock. */
  readonly own: Date
  readonly database: Date
  readonly telemetry?: object
}

/** A core that records the time before which each kind of row is deleted. */
function recorder({ own, database, telemetry }: Told) {
  const before: Record<string, unknown> = {}
  const db = {
    $queryRaw: async ([text = '']: readonly string[]) =>
      text.includes('clock_timestamp')
        ? [{ now: database }]
        : [{ organization: 1, metric: 1, days: 7 }],
    invitation: {
      async deleteMany({ where }: { where: object }) {
        before.invitations = where
        return { count: 0 }
      },
    },
    session: {
      async deleteMany({ where }: { where: object }) {
        before.sessions = where
        return { count: 0 }
      },
    },
    deletedThing: {
      async findMany({ where }: { where: { deletedAt: { lt: Date } } }) {
        before.things = where.deletedAt.lt
        return []
      },
    },
    $transaction: async () => {},
  }
  const samples = {
    async expire([expiry]: Parameters<Telemetry['expire']>[0]) {
      before.samples = new Date((expiry?.before ?? 0) / 1000)
    },
  }
  const core = { db, telemetry: telemetry ?? samples, clock: () => own } as unknown as Core
  return { core, before }
}

const [early, late] = [new Date('2026-06-01T12:00:00Z'), new Date('2026-09-01T12:00:00Z')]

test('old invitations are deleted even when the sample store is out of reach', async () => {
  const telemetry = { expire: () => Promise.reject(new Error('out of reach')) }
  const { core, before } = recorder({ own: early, database: early, telemetry })
  await expect(expire(core)).rejects.toThrow('out of reach')
  expect(before.invitations).toBeDefined()
})

test.each([
  ['the node', { own: late, database: early }],
  ['the database', { own: early, database: late }],
])('nothing goes early where the clock of %s is ahead', async (_, clocks) => {
  const { core, before } = recorder(clocks)
  await expire(core)
  expect(before).toMatchObject({
    samples: new Date('2026-05-25T00:00:00Z'),
    things: new Date('2026-06-01T11:00:00Z'),
    sessions: { expiresAt: { lt: early } },
  })
  expect(JSON.stringify(before.invitations)).toContain('2026-03-03T12:00:00.000Z')
})
