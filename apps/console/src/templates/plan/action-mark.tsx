import type { PlanAction } from '@sluice/contract'
import {
  IconAlertTriangle,
  IconEqual,
  IconPencil,
  IconPlus,
  IconUnlink,
  type TablerIcon,
} from '@tabler/icons-react'
import { texts } from '#texts/templates-plan.ts'
import classes from './plan-view.module.css'

const icons: Record<PlanAction, TablerIcon> = {
  create: IconPlus,
  update: IconPencil,
  unchanged: IconEqual,
  conflict: IconAlertTriangle,
  release: IconUnlink,
}

/** An action as word, shape and colour. */
export function ActionMark({ action, isDone }: { action: PlanAction; isDone: boolean }) {
  const Icon = icons[action]
  return (
    <span className={classes.mark} data-action={action}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {(isDone ? texts.done : texts.planned)[action]}
    </span>
  )
}
