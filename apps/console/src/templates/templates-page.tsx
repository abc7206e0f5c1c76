'use client'

import { Skeleton } from '@mantine/core'
import { operations } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { CallExample } from '#copy/call-example.tsx'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import classes from './gallery.module.css'
import { templatesQuery } from './query.ts'
import { TemplateCard } from './template-card.tsx'

/** The organization's own templates, and those that come with the service. */
export function TemplatesPage() {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.templates.list.queryOptions(templatesQuery))
  if (error) return <Failed what="The templates" error={error} retry={refetch} />
  if (!data) return <Skeleton height={480} />
  const own = data.items.filter(({ builtIn }) => !builtIn)
  const builtIn = data.items.filter((template) => template.builtIn)
  const { path, example } = operations['templates.create']
  return (
    <>
      <PageHeader
        title="Templates"
        lead="Resources that belong together, made again and again with other parameters."
      />
      {own.length > 0 && <Gallery title="Your own" templates={own} />}
      {builtIn.length > 0 && <Gallery title="Built in" templates={builtIn} />}
      {own.length === 0 && (
        <Section title="A template of your own">
          <p className={classes.hint}>It is made by the API, and then stands here too:</p>
          <CallExample path={path} body={example?.body} />
        </Section>
      )}
    </>
  )
}

type Templates = Parameters<typeof TemplateCard>[0]['template'][]

function Gallery({ title, templates }: { title: string; templates: Templates }) {
  return (
    <Section title={title}>
      <ul className={classes.gallery}>
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
