import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { TenantRequests } from '#operator/organizations/tenant-requests.tsx'
import { RequestList } from './request-list.tsx'

test.each<[string, ReactElement]>([
  ['an organization’s own', <RequestList key="own" />],
  ['the operator’s', <TenantRequests key="tenant" organizationId="acme" />],
])('%s list of requests is left out only if it is empty', async (_, list) => {
  expect(await shownWith(list, () => ({ items: [] }))).not.toContain('Requests')
  const failed = await shownWith(list, () => {
    throw new Error('lost')
  })
  expect(failed).toContain('The requests could not be loaded')
  expect(failed).toContain('Try again')
})
