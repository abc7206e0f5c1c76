import { formatCount } from '#format/values.ts'
import { texts } from '#texts/templates-plan.ts'
import type { FieldChange, Plan } from '../served.ts'

/** What an apply does, in words: `create 2,013, update 4, release 30`. */
export function summaryWords(summary: Plan['summary'], isDone: boolean): string {
  const words = isDone ? texts.toDoDone : texts.toDo
  return (['create', 'update', 'release'] as const)
    .filter((action) => summary[action] > 0)
    .map((action) => words[action](formatCount(summary[action])))
    .join(', ')
}

/** A change in one line: `labels/line: north → south`. */
export function changeWords({ pointer, before, after }: FieldChange): string {
  return `${pointer.slice(1)}: ${written(before)} → ${written(after)}`
}

function written(value: unknown): string {
  if (value === null || value === undefined) return texts.nothing
  return typeof value === 'string' ? value || '“”' : JSON.stringify(value)
}
