'use client'

import { PageHeader } from '#frame/page-header.tsx'
import { RequestLog } from './request-log.tsx'

/** What was called with the organization's keys. */
export function RequestLogPage() {
  return (
    <>
      <PageHeader
        title="Request log"
        lead="Every call of the last 90 days. Drag over the chart to zoom in."
      />
      <RequestLog />
    </>
  )
}
