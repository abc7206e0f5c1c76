'use client'

import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Mapping } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { NoSuch } from '#catalog/lazy-no-such.tsx'
import { useTRPC } from '#data/trpc.ts'
import { WhileUnchanged } from '#form/while-unchanged.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/mappings.ts'
import { texts as trialTexts } from '#texts/mappings-trial.tsx'
import { EditMapping } from './edit-mapping.tsx'
import { MappingActions } from './mapping-actions.tsx'
import { MappingFacts } from './mapping-facts.tsx'
import classes from './mapping-page.module.css'

import type { TrialChange } from './trial.tsx'

const Trial = dynamic(() => import('./trial.tsx').then((all) => all.Trial), {
  ssr: false,
  loading: () => <Skeleton height={320} />,
})

/** The page of a mapping: its rules, with a preview of their effect on samples beside them. */
export function MappingPage({ mappingId }: { mappingId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.mappings.get.queryOptions({ params: { mappingId }, query: {} }))
  return (
    <Loaded
      query={query}
      title={texts.failed}
      missing={<NoSuch kind="mapping" />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => <FoundMapping mapping={data} />}
    </Loaded>
  )
}

const SOON_MS = 400

function FoundMapping({ mapping }: { mapping: Mapping }) {
  const mayChange = useMayChange()
  const [change, setChange] = useState<TrialChange | undefined>({})
  const [settled] = useDebouncedValue(change, SOON_MS)
  const { name, id, protocol, isDefault } = mapping
  return (
    <>
      <Trail href="/mappings">{texts.title}</Trail>
      <PageHeader
        title={name}
        lead={
          <>
            <code>{id}</code>{' '}
            {isDefault ? texts.usedByDefault(texts.protocols[protocol]) : texts.protocols[protocol]}
          </>
        }
        actions={<MappingActions mapping={mapping} />}
      />
      <div className={classes.columns}>
        <Section title={mayChange ? texts.rules : texts.details}>
          {mayChange ? (
            <WhileUnchanged row={mapping} version={mapping.etag}>
              {(row) => <EditMapping mapping={row} onDraft={setChange} />}
            </WhileUnchanged>
          ) : (
            <MappingFacts mapping={mapping} />
          )}
        </Section>
        <Section title={trialTexts.title}>
          <Trial mapping={mapping} change={settled} />
        </Section>
      </div>
    </>
  )
}
