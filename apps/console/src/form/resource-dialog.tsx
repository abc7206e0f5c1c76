'use client'

import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '#texts/form.ts'
import type { Change } from './change-of.ts'
import { CommonFields } from './common-fields.tsx'
import type { CommonValues } from './common-values.ts'
import { FormDialog } from './form-dialog.tsx'
import { ResourceForm, type ResourceFormOf } from './resource-form.tsx'
import { creating, editing, type ResourceKind } from './resource-kind.ts'
import { useSaveOver } from './use-save-over.tsx'

/** The calls that change a kind of resource. Updates and deletes fail if the resource is no longer as in `row`. */
export interface Changes<Draft, Row> {
  readonly create: (draft: Draft) => Promise<{ readonly id: string; readonly name: string }>
  readonly update: (row: Row, change: Change<Draft>) => Promise<unknown>
  readonly remove: (row: Row) => Promise<unknown>
}

interface Common<Values extends CommonValues, Draft extends object, Row> {
  readonly kind: ResourceKind<Values, Draft, Row>
  readonly changes: Changes<Draft, Row>
  readonly opened: boolean
  readonly onClose: () => void
  /** The fields specific to this kind. */
  readonly children: (form: ResourceFormOf<Values>) => ReactNode
}

export function CreateDialog<Values extends CommonValues, Draft extends object, Row>(
  props: Common<Values, Draft, Row>,
) {
  const { kind, changes, opened, onClose, children } = props
  const saved = useSaved()
  return (
    <FormDialog title={kind.words.createTitle} opened={opened} onClose={onClose}>
      <ResourceForm
        {...creating(kind)}
        onClose={onClose}
        save={async (draft: Draft) => {
          const { name } = await changes.create(draft)
          saved(texts.create.done(name))
        }}
      >
        {(form) => (
          <>
            <CommonFields isNew input={(field) => form.getInputProps(field)} />
            {children(form)}
          </>
        )}
      </ResourceForm>
    </FormDialog>
  )
}

type EditDialogProps<Values extends CommonValues, Draft extends object, Row> = Common<
  Values,
  Draft,
  Row
> & { readonly row: Row }

interface Saved {
  readonly name: string
  readonly etag: string
}

export function EditDialog<Values extends CommonValues, Draft extends object, Row extends Saved>(
  props: EditDialogProps<Values, Draft, Row>,
) {
  const { row, opened, onClose } = props
  return (
    <FormDialog title={texts.edit.title(row.name)} opened={opened} onClose={onClose}>
      <EditForm {...props} />
    </FormDialog>
  )
}

function EditForm<Values extends CommonValues, Draft extends object, Row extends Saved>({
  kind,
  changes,
  row: current,
  onClose,
  children,
}: EditDialogProps<Values, Draft, Row>) {
  const { row, save, notice } = useSaveOver(current)
  const saved = useSaved()
  return (
    <ResourceForm
      {...editing(kind, row)}
      onClose={onClose}
      notice={notice}
      save={async (change: Change<Draft>) => {
        const isSaved = await save((over) => changes.update(over, change))
        if (isSaved) saved(texts.edit.done(row.name))
        return isSaved
      }}
    >
      {(form) => (
        <>
          <CommonFields isNew={false} input={(field) => form.getInputProps(field)} />
          {children(form)}
        </>
      )}
    </ResourceForm>
  )
}

/** After a change, shows a notice and refetches all queries of the page. */
function useSaved() {
  const cache = useQueryClient()
  return (message: string) => {
    notifications.show({ message })
    // Not awaited, so that the dialog closes at once.
    void cache.invalidateQueries()
  }
}
