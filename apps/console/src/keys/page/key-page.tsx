'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { WithDetails } from '#frame/with-details.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/keys.tsx'
import { KeyFacts } from '../key-facts.tsx'
import { KeyActions } from './key-actions.tsx'
import { KeyNotices } from './key-notices.tsx'
import { KeyTabs } from './key-tabs.tsx'
import { NoSuchKey } from './no-such-key.tsx'

export function KeyPage({ keyId }: { keyId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.keys.get.queryOptions({ params: { keyId }, query: {} }))
  return (
    <Loaded
      query={query}
      title={texts.failed}
      missing={<NoSuchKey id={keyId} />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => (
        <>
          <Trail href="/keys">{texts.title}</Trail>
          <PageHeader
            title={data.name}
            lead={<code>{data.display}</code>}
            actions={<KeyActions record={data} />}
          />
          <KeyNotices record={data} isOutdated={query.error !== null} />
          <WithDetails
            details={
              <Section title={texts.details}>
                <KeyFacts record={data} />
              </Section>
            }
          >
            <KeyTabs record={data} />
          </WithDetails>
        </>
      )}
    </Loaded>
  )
}
