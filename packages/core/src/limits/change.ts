import type { AuditedOperation } from '@sluice/contract'
import { type BudgetTier, type Fault, type Limit, limitBounds } from '@sluice/contract'
import { invalidRequest, notFound, Problem } from '@sluice/runtime'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Transaction } from '../database/client.ts'
import { contextIn, type Operator } from '../operator.ts'
import { randomBase62 } from '../resources/ids.ts'
import { organizationPath } from '../scopes/index.ts'
import { currentFigure, type Figures } from './figures.ts'
import { actingOrganization } from './organization.ts'
import { readFigures } from './stored.ts'

/** New figures for a tier of an organization. */
export interface LimitChange {
  readonly tier: BudgetTier
  readonly perMinute: number
  readonly burst: number
  readonly reason: string
  /**
   * When these figures end and the standing or default ones hold again; undefined for standing figures. Both replace
   * overrides of the tier.
   */
  readonly until?: Date | undefined
  /** The figures that the operator saw; null: none. If they have changed, nothing is replaced. Undefined: not checked. */
  readonly was?: Limit | null | undefined
}

/**
 * Gives an organization figures of its own for a tier, and audits it. Every node uses them within a second;
 * the tokens in the bucket stay, cut to the new burst. Throws `invalid-request`, `precondition-failed`, or
 * `not-found` without such an organization.
 */
export function setLimit(
  operator: Operator,
  organizationId: string,
  change: LimitChange,
): Promise<Figures> {
  const faults = [...figureFaults(change), ...termFaults(change, operator.now)]
  if (faults.length > 0) throw invalidRequest(faults)
  return auditedTransaction(operator.core.db, (db) =>
    writeLimit({ db, operator }, organizationId, change),
  )
}

/** Who changes limits, and the transaction in which they do. */
export interface Scene {
  readonly db: Transaction
  readonly operator: Operator
}

/** {@link setLimit} within a transaction, for a change that was checked already. */
export function writeLimit(
  scene: Scene,
  organizationId: string,
  { tier, reason, until, was, perMinute, burst }: LimitChange,
): Promise<Figures> {
  const limit = { perMinute, burst }
  return changeFigures(scene, organizationId, 'limits.set', (figures) => {
    if (!isUnchanged(figures, { tier, was }, scene.operator.now)) throw changedSince()
    // An override that runs would hide standing figures, and return after shorter ones.
    const others = withoutOverrides(figures, tier)
    if (until === undefined) {
      const standing = others.standing.filter((one) => one.tier !== tier)
      return { ...others, standing: [...standing, { tier, limit, reason }] }
    }
    const override = {
      id: randomBase62(12),
      tier,
      limit,
      reason,
      from: scene.operator.now.getTime(),
    }
    const overrides = [...others.overrides, { ...override, until: until.getTime() }]
    return { ...others, overrides }
  })
}

/**
 * Takes an organization's own figures of a tier away, overrides too. `was` is as in {@link LimitChange}. Throws
 * `conflict` or `not-found`.
 */
export function resetLimit(
  operator: Operator,
  organizationId: string,
  { tier, was }: Pick<LimitChange, 'tier' | 'was'>,
): Promise<Figures> {
  return auditedTransaction(operator.core.db, (db) =>
    changeFigures({ db, operator }, organizationId, 'limits.reset', (figures) => {
      if (!isUnchanged(figures, { tier, was }, operator.now)) throw notReset()
      return withoutTier(figures, tier)
    }),
  )
}

function withoutTier(figures: Figures, tier: BudgetTier): Figures {
  const standing = figures.standing.filter((one) => one.tier !== tier)
  return { ...withoutOverrides(figures, tier), standing }
}

function withoutOverrides(figures: Figures, tier: BudgetTier): Figures {
  return { ...figures, overrides: figures.overrides.filter((one) => one.tier !== tier) }
}

/**
 * Changes the figures, with an audit entry. Overrides that have ended are dropped; the audit log has them. Throws `not-found`.
 */
export async function changeFigures(
  { db, operator }: Scene,
  id: string,
  operation: AuditedOperation,
  change: (figures: Figures) => Figures,
): Promise<Figures> {
  const [row] = await db.$queryRaw<{ id: string; number: number; limits: unknown }[]>`
    SELECT id, number, limits FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
  if (row === undefined) throw notFound('organization', id)
  const before = readFigures(row.limits)
  const changed = change(before)
  const overrides = changed.overrides.filter(({ until }) => until > operator.now.getTime())
  const after = { ...changed, overrides }
  await db.organization.update({
    where: { id },
    data: { limits: structuredClone(after) as never },
  })
  const scene = { ...contextIn(operator, actingOrganization(row)), db }
  await recordChange(scene, { operation, resource: organizationPath, before, after })
  return after
}

function isUnchanged(
  figures: Figures,
  { tier, was }: Pick<LimitChange, 'tier' | 'was'>,
  now: Date,
): boolean {
  const limit = currentFigure(figures, tier, now.getTime())?.limit
  return was === undefined || isSameLimit(was ?? undefined, limit)
}

function isSameLimit(a: Limit | undefined, b: Limit | undefined): boolean {
  return a?.perMinute === b?.perMinute && a?.burst === b?.burst
}

/** Another operator has changed the figures since they were read. */
export function changedSince(): Problem {
  return new Problem('precondition-failed', {
    detail: 'The figures were changed since they were read. Read them again.',
  })
}

/** As {@link changedSince}, of a reset: a conflict, because no input could be lost. */
export function notReset(): Problem {
  return new Problem('conflict', {
    detail: 'Someone else changed this limit. Nothing was reset.',
  })
}

/** The faults of a tier's figures, at pointers below `at`. */
export function figureFaults({ perMinute, burst }: Limit, at = ''): Fault[] {
  return Object.entries({ perMinute, burst }).flatMap(([name, value]) => {
    const most = limitBounds[name as keyof typeof limitBounds]
    if (Number.isInteger(value) && value >= 1 && value <= most) return []
    return [{ pointer: `${at}/${name}`, detail: `must be a whole number from 1 to ${most}` }]
  })
}

/** The faults of what goes with new figures: why, and until when. */
export function termFaults(
  { reason, until }: Pick<LimitChange, 'reason' | 'until'>,
  now: Date,
): Fault[] {
  const faults: Fault[] = []
  if (reason.trim() === '') faults.push({ pointer: '/reason', detail: 'must say why' })
  if (until !== undefined && !(until > now)) {
    faults.push({ pointer: '/until', detail: 'must be in the future' })
  }
  return faults
}
