import type { PlanAction } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import type { FieldChange, Plan } from '../served.ts'

/** What a plan's action is called before and after an apply. */
export const actionWords: Record<PlanAction, readonly [planned: string, done: string]> = {
  create: ['To make', 'Made'],
  update: ['To change', 'Changed'],
  unchanged: ['Left as is', 'Left as is'],
  conflict: ['In conflict', 'In conflict'],
  release: ['No longer part', 'No longer part'],
}

/** `To make 2,013, to change 4`: what an apply does, for its button and its outcome. */
export function summaryWords({ create, update }: Plan['summary'], isDone: boolean) {
  const [make, change] = isDone ? ['made', 'changed'] : ['make', 'change']
  const parts = [
    ...(create > 0 ? [`${make} ${formatCount(create)}`] : []),
    ...(update > 0 ? [`${change} ${formatCount(update)}`] : []),
  ]
  return parts.join(', ')
}

/** A change in one line: `labels/line: north → south`. */
export function changeWords({ pointer, before, after }: FieldChange): string {
  return `${pointer.slice(1)}: ${written(before)} → ${written(after)}`
}

function written(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return typeof value === 'string' ? value || '“”' : JSON.stringify(value)
}
