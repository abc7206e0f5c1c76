import { randomUUID } from 'node:crypto'
import { type BudgetTier, type Fault, limitBounds } from '@sluice/contract'
import { systemActor } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { randomBase62 } from '../ids.ts'
import { invalidRequest, notFound } from '../problem.ts'
import { organizationPath } from '../scopes/index.ts'
import type { Figures } from './figures.ts'
import { actingOrganization } from './organization.ts'
import { readFigures } from './stored.ts'

/** New figures for a tier of an organization. */
export interface LimitChange {
  readonly tier: BudgetTier
  readonly perMinute: number
  readonly burst: number
  readonly reason: string
  /** Ends them, when the standing or default ones are to hold again; undefined: they stand. */
  readonly until?: Date | undefined
}

/**
 * Gives an organization figures of its own for a tier, and audits it. An operator's act: no key and no console user
 * can reach it. Every node goes by them within a second, and the tokens stay, cut to the new burst. Throws
 * `invalid-request`, or `not-found` without such an organization.
 */
export function setLimit(
  core: Core,
  organizationId: string,
  change: LimitChange,
): Promise<Figures> {
  const now = core.clock()
  checkChange(change, now)
  return auditedTransaction(core.db, (db) => writeLimit({ db, now }, organizationId, change))
}

/** Throws `invalid-request` for figures that make no sense, with every fault. */
export function checkChange(change: LimitChange, now: Date): void {
  const faults = faultsOf(change, now)
  if (faults.length > 0) throw invalidRequest(faults)
}

interface Scene {
  readonly db: Transaction
  readonly now: Date
}

/** The same in a transaction that is under way, of a change that was checked. */
export function writeLimit(
  scene: Scene,
  organizationId: string,
  { tier, reason, until, perMinute, burst }: LimitChange,
): Promise<Figures> {
  const limit = { perMinute, burst }
  return rewrite(scene, organizationId, 'limits.set', ({ standing, overrides }) => {
    if (until === undefined) {
      const others = standing.filter((one) => one.tier !== tier)
      return { standing: [...others, { tier, limit, reason }], overrides }
    }
    const override = { id: randomBase62(12), tier, limit, reason, from: scene.now.getTime() }
    return { standing, overrides: [...overrides, { ...override, until: until.getTime() }] }
  })
}

/** Takes an organization's own figures of a tier away, overrides too. Throws `not-found`. */
export function resetLimit(core: Core, organizationId: string, tier: BudgetTier): Promise<Figures> {
  return auditedTransaction(core.db, (db) => {
    const scene = { db, now: core.clock() }
    return rewrite(scene, organizationId, 'limits.reset', ({ standing, overrides }) => ({
      standing: standing.filter((one) => one.tier !== tier),
      overrides: overrides.filter((one) => one.tier !== tier),
    }))
  })
}

/** Changes the figures, with an audit entry. Overrides that are over are left to the audit log. */
async function rewrite(
  { db, now }: Scene,
  id: string,
  operation: string,
  change: (figures: Figures) => Figures,
): Promise<Figures> {
  const [row] = await db.$queryRaw<{ id: string; number: number; limits: unknown }[]>`
    SELECT id, number, limits FROM organizations WHERE id = ${id} FOR UPDATE`
  if (row === undefined) throw notFound('organization', id)
  const before = readFigures(row.limits)
  const changed = change(before)
  const overrides = changed.overrides.filter(({ until }) => until > now.getTime())
  const after = { standing: changed.standing, overrides }
  await db.organization.update({
    where: { id },
    data: { limits: structuredClone(after) as never },
  })
  const actor = systemActor('operator', actingOrganization(row))
  const scene = { db, actor, now, address: null, requestId: randomUUID() }
  await recordChange(scene, { operation, resource: organizationPath, before, after })
  return after
}

function faultsOf({ perMinute, burst, reason, until }: LimitChange, now: Date): Fault[] {
  const faults: Fault[] = []
  for (const [name, value] of Object.entries({ perMinute, burst })) {
    const most = limitBounds[name as keyof typeof limitBounds]
    if (Number.isInteger(value) && value >= 1 && value <= most) continue
    faults.push({ pointer: `/${name}`, detail: `must be a whole number from 1 to ${most}` })
  }
  if (reason.trim() === '') faults.push({ pointer: '/reason', detail: 'must say why' })
  if (until !== undefined && !(until > now)) {
    faults.push({ pointer: '/until', detail: 'must be an ISO 8601 time in the future' })
  }
  return faults
}
