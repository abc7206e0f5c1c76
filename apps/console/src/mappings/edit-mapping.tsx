'use client'

import { notifications } from '@mantine/notifications'
import type { Mapping } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CommonFields } from '#form/common-fields.tsx'
import { ResourceForm } from '#form/resource-form.tsx'
import { editing } from '#form/resource-kind.ts'
import { texts } from '#texts/mappings.ts'
import { type MappingValues, mappingKind } from './kind.ts'
import { MappingFields } from './mapping-fields.tsx'
import classes from './mapping-page.module.css'
import { rulesOf } from './rules-of.ts'
import type { TrialChange } from './trial.tsx'
import { useMappingChanges } from './use-changes.ts'

interface EditMappingProps {
  readonly mapping: Mapping
  /** Called with the unsaved differences on every change; undefined if they cannot be read. */
  readonly onDraft: (change: TrialChange | undefined) => void
}

/** Edits a mapping's rules on the page itself, so that they can be tried before saving. */
export function EditMapping({ mapping, onDraft }: EditMappingProps) {
  const changes = useMappingChanges()
  const cache = useQueryClient()
  const [turn, setTurn] = useState(0)
  const form = editing(mappingKind, mapping)
  return (
    <div className={classes.edit}>
      <ResourceForm
        key={turn}
        {...form}
        onClose={() => setTurn(turn + 1)}
        save={(change) => changes.update(mapping, change)}
        onSaved={() => {
          notifications.show({ message: texts.saved(mapping.name) })
          void cache.invalidateQueries()
        }}
      >
        {(fields) => (
          <>
            <CommonFields isNew={false} input={(field) => fields.getInputProps(field)} />
            <MappingFields form={fields} isNew={false} />
            <Drafted values={fields.values} read={form.read} onDraft={onDraft} />
          </>
        )}
      </ResourceForm>
    </div>
  )
}

interface DraftedProps extends Pick<EditMappingProps, 'onDraft'> {
  readonly values: MappingValues
  readonly read: ReturnType<typeof editing<MappingValues, object, Mapping>>['read']
}

/** Reports the draft. */
export function Drafted({ values, read, onDraft }: DraftedProps) {
  const { body, faults } = read(values)
  const text = faults.length === 0 ? JSON.stringify(rulesOf(body)) : undefined
  useEffect(() => {
    onDraft(text === undefined ? undefined : JSON.parse(text))
  }, [text, onDraft])
  return null
}
