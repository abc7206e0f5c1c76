import type { PlanAction } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import type { FieldChange, Plan } from '../served.ts'

/** What a plan's action is called before and after an apply. */
export const actionWords: Record<PlanAction, readonly [planned: string, done: string]> = {
  create: ['To create', 'Created'],
  update: ['To update', 'Updated'],
  unchanged: ['Unchanged', 'Unchanged'],
  conflict: ['In conflict', 'In conflict'],
  release: ['Released', 'Released'],
}

/** `create 2,013, update 4, release 30`: what an apply does, for its button and its outcome. */
export function summaryWords({ create, update, release }: Plan['summary'], isDone: boolean) {
  const past = isDone ? 'd' : ''
  const parts = [
    ...(create > 0 ? [`create${past} ${formatCount(create)}`] : []),
    ...(update > 0 ? [`update${past} ${formatCount(update)}`] : []),
    ...(release > 0 ? [`release${past} ${formatCount(release)}`] : []),
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
