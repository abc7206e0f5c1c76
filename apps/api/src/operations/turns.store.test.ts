/**
 * The matrix of all operations: whose connections each one uses. Statements that ran as the service's own, or as
 * another organization's, would let one organization keep all others waiting.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ActorName, actorNames, operations } from '@sluice/contract'
import { type Core, statementCounts } from '@sluice/core'
import { workFor } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { tenantWithCall } from '../testing/tenant-with-call.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

/** Operations that need no statement once a key is known. */
const fromMemory: ReadonlySet<ActorName> = new Set<ActorName>(['keys.self', 'limits.list'])

const waiting = () => statementCounts(api.core.db)?.waiting ?? 0

/** More transactions than an organization has turns, and more than may wait because of earlier tests. */
const MANY = 64

/** Takes all turns that an organization may have, until released. Some more transactions wait for a turn. */
async function takeTurns({ db }: Core, organization: string) {
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: MANY }, () =>
    workFor(organization, () =>
      db.$transaction(() => gate.promise, { maxWait: 60_000, timeout: 60_000 }),
    ),
  )
  while (waiting() < MANY / 2) await nextTurn()
  return {
    /** Those that waited may have been refused, on a slow machine. */
    async release() {
      gate.resolve()
      await Promise.allSettled(held)
    },
  }
}

async function withKnownKey(name: ActorName) {
  const { tenant, call } = await tenantWithCall(api, name)
  const { key } = await tenant.mint()
  await send(api.url, 'keys.self', {}, key)
  return { organization: tenant.id, ask: () => send(api.url, name, call, key) }
}

describe.each(actorNames)('%s', (name) => {
  test('waits for connections of its own organization only', async () => {
    const [greedy, other] = await Promise.all([withKnownKey(name), withKnownKey(name)])
    const { status } = operations[name]
    const turns = await takeTurns(api.core, greedy.organization)
    try {
      expect((await other.ask()).status).toBe(status)
      const before = waiting()
      const held = greedy.ask()
      let answered: number | undefined
      held.then((answer) => {
        answered = answer.status
      })
      while (answered === undefined && waiting() <= before) await nextTurn()
      // Refused: it has waited for five seconds.
      expect(answered === status).toBe(fromMemory.has(name))
      await turns.release()
      expect([status, 503]).toContain((await held).status)
    } finally {
      await turns.release()
    }
  })
})
