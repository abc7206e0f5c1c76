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

/** Loaded beside the page: it holds the editor, and the schemas of the contract. */
const CreateForm = dynamic(() => import('./create-form.tsx').then((all) => all.CreateForm), {
  ssr: false,
  loading: () => <Skeleton height={480} />,
})

/** Makes a template: a copy of one, or from an example. */
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
