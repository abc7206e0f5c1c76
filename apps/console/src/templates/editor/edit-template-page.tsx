'use client'

import { Alert, Skeleton } from '@mantine/core'
import type { Template } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { texts } from '#texts/templates-editor.ts'
import { WithTemplate } from '../with-template.tsx'

/** Loaded in parallel with the page, because it includes the editor and the contract's schemas. */
const EditForm = dynamic(() => import('./edit-form.tsx').then((all) => all.EditForm), {
  ssr: false,
  loading: () => <Skeleton height={480} />,
})

/** Edits a template. Existing resources change only when it is applied again. */
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
      {!builtIn && mayChange && <EditForm current={template} page={pageOf(template)} />}
    </>
  )
}

function pageOf({ id }: Template): string {
  return `/templates/${encodeURIComponent(id)}`
}
