'use client'

import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import { Pager } from '#table/pager.tsx'
import { texts } from '#texts/templates.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './gallery.module.css'
import { templatesQuery } from './query.ts'
import { TemplateCard } from './template-card.tsx'

/** The gallery of the organization's own templates and the built-in ones. */
export function TemplatesPage() {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.templates.list.queryOptions(templatesQuery(params)),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} title={texts.failed} waiting={<Skeleton height={480} />}>
      {(data) => {
        const own = data.items.filter(({ builtIn }) => !builtIn)
        const builtIn = data.items.filter((template) => template.builtIn)
        return (
          <>
            <PageHeader
              title={texts.title}
              lead={texts.lead}
              actions={
                mayChange && (
                  <Button
                    component={PageLink}
                    href="/create-template"
                    leftSection={<IconPlus size={16} />}
                  >
                    {texts.create}
                  </Button>
                )
              }
            />
            {own.length > 0 && <Gallery title={texts.own} templates={own} />}
            {builtIn.length > 0 && <Gallery title={texts.builtIn} templates={builtIn} />}
            <Pager nextCursor={data.nextCursor} />
          </>
        )
      }}
    </Loaded>
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
