'use client'

import { Alert, Skeleton } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/templates-editor.ts'

/** Loaded in parallel with the page, because it includes the editor and the contract's schemas. */
const CreateForm = dynamic(() => import('./create-form.tsx').then((all) => all.CreateForm), {
  ssr: false,
  loading: () => <Skeleton height={480} />,
})

/** Creates a template from an example or as a copy of another one. */
export function CreateTemplatePage({ from }: { from: string | undefined }) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const original = useQuery(
    trpc.templates.get.queryOptions(from ? { params: { templateId: from }, query: {} } : skipToken),
  )
  const { data } = original
  return (
    <>
      <Trail href="/templates">{texts.templates}</Trail>
      <PageHeader
        title={data ? texts.create.titleCopy(data.name) : texts.create.title}
        lead={texts.create.lead}
      />
      {!mayChange && <Alert color="gray">{texts.create.mayNot}</Alert>}
      {mayChange && !from && <CreateForm original={undefined} />}
      {mayChange && from && (
        <Loaded
          query={original}
          title={texts.create.copyFailed}
          waiting={<Skeleton height={480} />}
        >
          {(template) => <CreateForm original={template} />}
        </Loaded>
      )}
    </>
  )
}
