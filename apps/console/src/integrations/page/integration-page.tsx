'use client'

import { Alert, Skeleton } from '@mantine/core'
import type { Integration } from '@sluice/contract'
import { IconWebhookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { ExactTime } from '#format/exact-time.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { WithDetails } from '#frame/with-details.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/integrations-page.tsx'
import { DeliveryLog } from '../log/delivery-log.tsx'
import { IntegrationActions } from './integration-actions.tsx'
import { IntegrationFacts } from './integration-facts.tsx'

const FOLLOW_MS = 5000

export function IntegrationPage({ integrationId }: { integrationId: string }) {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.integrations.get.queryOptions({ params: { integrationId }, query: {} }),
    // Refreshes until a delivery succeeds again.
    refetchInterval: ({ state }) => (state.data?.failingSince ? FOLLOW_MS : false),
  })
  return (
    <Loaded
      query={query}
      title={texts.failed}
      missing={<NoSuchIntegration />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => (
        <>
          <Trail href="/integrations">{texts.title}</Trail>
          <PageHeader
            title={data.name}
            lead={<code>{data.url}</code>}
            actions={<IntegrationActions record={data} />}
          />
          <Notice record={data} />
          <WithDetails
            details={
              <Section title={texts.details}>
                <IntegrationFacts record={data} />
              </Section>
            }
          >
            <Section title={texts.deliveries}>
              <DeliveryLog record={data} />
            </Section>
          </WithDetails>
        </>
      )}
    </Loaded>
  )
}

/** Says what is wrong with the integration and what to do about it. */
function Notice({ record }: { record: Integration }) {
  const { enabled, disabledReason, withheldReason, droppingSince, failingSince } = record
  if (disabledReason) {
    return (
      <Alert color="red" title={texts.disabled.title} mb="lg">
        {texts.disabled.text(disabledReason)}
      </Alert>
    )
  }
  if (withheldReason) {
    return (
      <Alert color="red" title={texts.withheld.title} mb="lg">
        {texts.withheld.text(withheldReason)}
      </Alert>
    )
  }
  if (!enabled) return null
  if (droppingSince) {
    return (
      <Alert color="red" title={texts.dropping.title} mb="lg">
        {texts.dropping.text(<ExactTime iso={droppingSince} />)}
      </Alert>
    )
  }
  if (!failingSince) return null
  return (
    <Alert color="yellow" title={texts.failing.title} mb="lg">
      {texts.failing.text(<ExactTime iso={failingSince} />)}
    </Alert>
  )
}

function NoSuchIntegration() {
  return (
    <State
      icon={IconWebhookOff}
      heading="h1"
      title={texts.missing.title}
      action={<PageLink href="/integrations">{texts.missing.seeAll}</PageLink>}
    >
      {texts.missing.text}
    </State>
  )
}
