'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useMayChange } from '#frame/console-context.tsx'
import { texts } from '#texts/form.ts'
import type { CommonValues } from './common-values.ts'
import type { Changes, CreateDialog, EditDialog } from './resource-dialog.tsx'
import type { ResourceFormOf } from './resource-form.tsx'
import type { ResourceKind } from './resource-kind.ts'
import { useCreating } from './use-creating.ts'
import { useEver } from './use-ever.ts'

/** Loaded when first opened, because they include the contract's schemas. */
const LazyCreate = dynamic(() => import('./resource-dialog.tsx').then((all) => all.CreateDialog), {
  ssr: false,
}) as typeof CreateDialog
const LazyEdit = dynamic(() => import('./resource-dialog.tsx').then((all) => all.EditDialog), {
  ssr: false,
}) as typeof EditDialog

const DeleteDialog = dynamic(() => import('./delete-dialog.tsx').then((all) => all.DeleteDialog), {
  ssr: false,
})

interface CreateProps<Values extends CommonValues, Draft extends object, Row> {
  readonly kind: ResourceKind<Values, Draft, Row>
  readonly changes: Changes<Draft, Row>
  /** The fields specific to this kind. */
  readonly fields: (form: ResourceFormOf<Values>) => ReactNode
}

/** Provides a button that can be placed several times, and the one dialog it opens. Both are empty for viewers. */
export function useCreate<Values extends CommonValues, Draft extends object, Row>(
  props: CreateProps<Values, Draft, Row>,
): Creating {
  const { kind, changes, fields } = props
  const mayChange = useMayChange()
  const [opened, { open, close }] = useCreating()
  const button = mayChange && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {kind.words.create}
    </Button>
  )
  const dialog = mayChange && opened && (
    <LazyCreate kind={kind} changes={changes} opened onClose={close}>
      {fields}
    </LazyCreate>
  )
  return { button, dialog }
}

/** The button and dialog returned by `useCreate`. */
export interface Creating {
  readonly button: ReactNode
  readonly dialog: ReactNode
}

interface ResourceActionsProps<Values extends CommonValues, Draft extends object, Row>
  extends CreateProps<Values, Draft, Row> {
  readonly row: Row
  /** What is lost when it is deleted. */
  readonly lost: ReactNode
  /** Path to open after deleting it on its own page. */
  readonly leadsTo?: string
}

/** The buttons to edit and delete a resource; hidden from viewers. */
export function ResourceActions<
  Values extends CommonValues,
  Draft extends object,
  Row extends { readonly id: string; readonly name: string; readonly etag: string },
>(props: ResourceActionsProps<Values, Draft, Row>) {
  const { kind, changes, fields, row, lost, leadsTo } = props
  const mayChange = useMayChange()
  const [editing, edit] = useDisclosure(false)
  const [deleting, ask] = useDisclosure(false)
  const wasDeleting = useEver(deleting)
  if (!mayChange) return null
  return (
    <>
      <Button variant="default" onClick={edit.open}>
        {texts.edit.opens}
      </Button>
      <Button color="red" variant="outline" onClick={ask.open}>
        {texts.delete.opens}
      </Button>
      {editing && (
        <LazyEdit kind={kind} changes={changes} row={row} opened onClose={edit.close}>
          {fields}
        </LazyEdit>
      )}
      {wasDeleting && (
        <DeleteDialog
          action={kind.words.delete}
          name={row.name}
          remove={() => changes.remove(row)}
          opened={deleting}
          onClose={ask.close}
          {...(leadsTo && { leadsTo })}
        >
          {lost}
        </DeleteDialog>
      )}
    </>
  )
}
