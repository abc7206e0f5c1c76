'use client'

import { PageHeader } from '#frame/page-header.tsx'
import { texts } from '#texts/requests.ts'
import { RequestLog } from './request-log.tsx'

/** The log of all calls made with the organization's keys. */
export function RequestLogPage() {
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <RequestLog />
    </>
  )
}
