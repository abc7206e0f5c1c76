'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Template } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { PageLink } from '#address/page-link.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { texts as kinds } from '#texts/kinds.ts'
import { texts } from '#texts/templates.ts'
import { useTemplateChanges } from './editor/use-changes.ts'

const DeleteDialog = dynamic(
  () => import('#form/delete-dialog.tsx').then((all) => all.DeleteDialog),
  {
    ssr: false,
  },
)

/** Buttons to copy a template, and to edit or delete one of the organization's own; hidden from viewers. */
export function TemplateActions({ template }: { template: Template }) {
  const { id, name, builtIn } = template
  const changes = useTemplateChanges()
  const mayChange = useMayChange()
  const [deleting, ask] = useDisclosure(false)
  const inUrl = encodeURIComponent(id)
  if (!mayChange) return null
  return (
    <>
      <Button variant="default" component={PageLink} href={`/create-template?from=${inUrl}`}>
        {texts.copy}
      </Button>
      {!builtIn && (
        <>
          <Button variant="default" component={PageLink} href={`/templates/${inUrl}/edit`}>
            {texts.edit}
          </Button>
          <Button color="red" variant="outline" onClick={ask.open}>
            {texts.deleteOpens}
          </Button>
        </>
      )}
      <DeleteDialog
        action={kinds.template.delete}
        name={name}
        remove={() => changes.remove(template)}
        leadsTo="/templates"
        opened={deleting}
        onClose={ask.close}
      >
        {texts.deleteText}
      </DeleteDialog>
    </>
  )
}
