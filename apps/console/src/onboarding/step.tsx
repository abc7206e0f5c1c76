import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '#texts/onboarding.tsx'
import classes from './steps.module.css'

interface StepProps {
  readonly title: string
  readonly isDone?: boolean
  /** Absent until the step can be done. */
  readonly children?: ReactNode
}

export function Step({ title, isDone = false, children }: StepProps) {
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={classes.step}>
      <Icon
        size={18}
        stroke={1.6}
        data-done={isDone}
        role="img"
        aria-label={isDone ? texts.steps.done : texts.steps.toDo}
      />
      <div className={classes.body}>
        <h3 className={classes.title} data-later={!children}>
          {title}
        </h3>
        {children}
      </div>
    </li>
  )
}
