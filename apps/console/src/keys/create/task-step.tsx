'use client'

import { Button } from '@mantine/core'
import type { Scope } from '@sluice/contract'
import { useState } from 'react'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import rows from '#form/rows.module.css'
import { texts } from '#texts/keys-create.tsx'
import { scopeWords } from '../scopes/words.ts'
import classes from './task-choice.module.css'
import type { Task } from './tasks.ts'

const labels = {
  site: texts.tasks.which.site,
  fleet: texts.tasks.which.fleet,
  thing: texts.tasks.which.thing,
} as const

interface TaskStepProps {
  readonly task: Task
  readonly about: NonNullable<Task['about']>
  readonly onChoose: (scopes: readonly Scope[]) => void
  readonly onBack: () => void
}

/** Choice of the task's resource, with the resulting scopes in words. */
export function TaskStep({ task, about, onChoose, onBack }: TaskStepProps) {
  const [id, setId] = useState<string | null>(null)
  return (
    <div className={classes.step}>
      <p className={classes.title}>{task.title}</p>
      <ChoiceSelect
        kind={about}
        label={labels[about]}
        placeholder={texts.tasks.search}
        autoFocus
        value={id}
        onChange={setId}
      />
      {id !== null && (
        <ul className={classes.lines} role="status">
          {task.scopes(id).map((scope) => (
            <li key={scope.resourceFilter}>{scopeWords(scope)}</li>
          ))}
        </ul>
      )}
      <div className={rows.actions}>
        <Button
          size="xs"
          disabled={id === null}
          onClick={() => id !== null && onChoose(task.scopes(id))}
        >
          {texts.tasks.use}
        </Button>
        <Button size="xs" variant="default" onClick={onBack}>
          {texts.tasks.others}
        </Button>
      </div>
    </div>
  )
}
