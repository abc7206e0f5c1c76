'use client'

import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Scope } from '@sluice/contract'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FieldSet } from '#form/field-set.tsx'
import classes from '#form/rows.module.css'
import { texts } from '#texts/keys-create.tsx'
import { ScopeRow } from '../scopes/scope-row.tsx'
import { type KeyFormValues, scopeRow } from './draft.ts'
import { TaskChoice } from './task-choice.tsx'

/** The scopes of a key: those of a task, or any number of actions on the resources that a filter matches. */
export function ScopeRows({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  const { keyType, scopes } = form.values
  const add = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(scopes.length === 0)

  function choose(chosen: readonly Scope[]) {
    form.setFieldValue('scopes', chosen.map(scopeRow))
    form.clearFieldError('scopes')
    setChoosing(false)
    // The button that had the focus no longer exists.
    add.current?.focus()
  }

  return (
    <FieldSet
      legend={texts.scopes.label}
      hint={isChoosing ? texts.scopes.task : texts.scopes.hint}
      fault={form.errors.scopes}
    >
      {isChoosing && <TaskChoice keyType={keyType} onChoose={choose} />}
      <ul className={classes.rows}>
        {scopes.map(({ row, action, resourceFilter }, index) => (
          <ScopeRow
            key={row}
            number={index + 1}
            keyType={keyType}
            scope={{ action, resourceFilter }}
            actionError={form.errors[`scopes.${index}.action`]}
            filterError={form.errors[`scopes.${index}.resourceFilter`]}
            onChange={(scope) => form.setFieldValue(`scopes.${index}`, { ...scope, row })}
            onRemove={() => form.removeListItem('scopes', index)}
          />
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          ref={add}
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            setChoosing(false)
            form.insertListItem('scopes', scopeRow({ action: 'read', resourceFilter: 'THING/#/#' }))
          }}
        >
          {texts.scopes.add}
        </Button>
        {!isChoosing && (
          <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
            {texts.scopes.fromTask}
          </Button>
        )}
      </div>
    </FieldSet>
  )
}
