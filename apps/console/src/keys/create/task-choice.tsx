'use client'

import { UnstyledButton } from '@mantine/core'
import type { Key, Scope } from '@sluice/contract'
import { useState } from 'react'
import classes from './task-choice.module.css'
import { TaskStep } from './task-step.tsx'
import { type Task, tasksFor } from './tasks.ts'

interface TaskChoiceProps {
  readonly keyType: Key['keyType']
  readonly onChoose: (scopes: readonly Scope[]) => void
}

/** Choice of the key's task, from which its scopes follow. */
export function TaskChoice({ keyType, onChoose }: TaskChoiceProps) {
  const [task, setTask] = useState<Task>()
  // The task to focus after going back.
  const [left, setLeft] = useState<Task>()

  if (task?.about) {
    const { about } = task
    return (
      <TaskStep
        {...{ task, about, onChoose }}
        onBack={() => {
          setLeft(task)
          setTask(undefined)
        }}
      />
    )
  }
  return (
    <ul className={classes.tasks}>
      {tasksFor(keyType).map((offered) => (
        <li key={offered.title}>
          <UnstyledButton
            className={classes.task}
            autoFocus={offered === left}
            onClick={() => (offered.about ? setTask(offered) : onChoose(offered.scopes('')))}
          >
            <span className={classes.title}>
              {offered.title}
              {offered.about && '…'}
            </span>
            <span className={classes.text}>{offered.text}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
