'use client'

import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Template } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAddress } from '#address/base-path.tsx'
import type { Change } from '#form/change-of.ts'
import { editing } from '#form/resource-kind.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { texts } from '#texts/templates-editor.ts'
import { WithTemplate } from '../with-template.tsx'
import { type TemplateDraft, templateKind } from './kind.ts'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplateChanges } from './use-changes.ts'

/** Changes a template. Existing resources stay as they are until you apply it again. */
export function EditTemplatePage({ templateId }: { templateId: string }) {
  return (
    <WithTemplate templateId={templateId}>
      {(template) => <EditFound template={template} />}
    </WithTemplate>
  )
}

function EditFound({ template }: { template: Template }) {
  const { name, builtIn } = template
  const mayChange = useMayChange()
  return (
    <>
      <Trail href={pageOf(template)}>{name}</Trail>
      <PageHeader title={texts.edit.title(name)} lead={texts.edit.lead} />
      {builtIn && <Alert color="gray">{texts.edit.builtIn}</Alert>}
      {!builtIn && !mayChange && <Alert color="gray">{texts.edit.mayNot}</Alert>}
      {!builtIn && mayChange && <EditForm current={template} />}
    </>
  )
}

function EditForm({ current }: { current: Template }) {
  // As it was when the form was opened: a newer one would turn what somebody else changed into a change back.
  const [template] = useState(current)
  const changes = useTemplateChanges()
  const router = useRouter()
  const address = useAddress()
  const cache = useQueryClient()
  const close = () => router.push(address(pageOf(template)))

  async function save(change: Change<TemplateDraft>) {
    await changes.update(template, change)
    notifications.show({ message: texts.edit.done(template.name) })
    await cache.invalidateQueries()
  }

  return (
    <TemplateEditor
      {...editing(templateKind, template)}
      isNew={false}
      save={save}
      onClose={close}
    />
  )
}

function pageOf({ id }: Template): string {
  return `/templates/${encodeURIComponent(id)}`
}
