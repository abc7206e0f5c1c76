'use client'

import { Alert } from '@mantine/core'
import type { KeyCall } from '@sluice/contract'
import { PageLink } from '#address/page-link.tsx'
import { CallExample } from '#copy/call-example.tsx'
import { Drawer } from '#form/overlays.tsx'
import { exactTime } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import { Section } from '#frame/section.tsx'
import { Facts } from '#states/facts.tsx'
import { texts } from '#texts/requests.ts'
import { CallAccess } from './call-access.tsx'
import { curlOf, operationOf } from './call-curl.ts'
import type { CallRow } from './call-row.ts'
import { CheckAgain } from './check-again.tsx'
import { NarrowTo } from './narrow-to.tsx'
import { OutcomeMark } from './outcome-mark.tsx'

interface CallDrawerProps {
  readonly call: CallRow
  readonly zone: string
  readonly isOfOneKey: boolean
  readonly onClose: () => void
}

/** All details of one call: why it was refused and what to do about it. */
export default function CallDrawer({ call, zone, isOfOneKey, onClose }: CallDrawerProps) {
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title={call.operation}>
      <div key={call.row}>
        {call.reason && (
          <Alert color={call.outcome === 'failed' ? 'red' : 'yellow'} mb="md">
            {call.reason}
          </Alert>
        )}
        <CallFacts call={call} zone={zone} />
        <NarrowTo call={call} isOfOneKey={isOfOneKey} onDone={onClose} />
        <CallAccess call={call} />
        <CheckAgain call={call} />
        <CallCurl call={call} />
      </div>
    </Drawer>
  )
}

function CallFacts({ call, zone }: { call: KeyCall; zone: string }) {
  const { outcome, status, problem, at, requestId, keyId, keyName, address, calls } = call
  return (
    <Facts
      rows={[
        [texts.outcome, <OutcomeMark key="outcome" outcome={outcome} status={status} />],
        ...(problem ? [[texts.call.problem, <code key="problem">{problem}</code>] as const] : []),
        [texts.call.when, exactTime(at, zone)],
        [texts.call.took, texts.took(call.durationSeconds)],
        [texts.requestId, requestId ? <code key="id">{requestId}</code> : texts.call.notKept],
        ...changesOf(call),
        [
          texts.key,
          <PageLink key="key" href={`/keys/${keyId}`}>
            {keyName ?? keyId}
          </PageLink>,
        ],
        [texts.address, <code key="address">{address}</code>],
        [texts.call.tier, <code key="tier">{call.tier}</code>],
        ...(calls > 1 ? [[texts.call.alike, formatCount(calls)] as const] : []),
      ]}
    />
  )
}

/** A link to the changes that the call may have made. */
function changesOf(call: KeyCall) {
  const { outcome, requestId } = call
  const method = operationOf(call)?.method ?? 'GET'
  if (outcome !== 'ok' || requestId === null || method === 'GET') return []
  const href = `/audit-log?request=${encodeURIComponent(requestId)}`
  const link = (
    <PageLink key="changes" href={href}>
      {texts.inAuditLog}
    </PageLink>
  )
  return [[texts.changes, link] as const]
}

function CallCurl({ call }: { call: KeyCall }) {
  const example = curlOf(call)
  if (!example) return null
  return (
    <Section title={texts.call.asCurl}>
      <CallExample {...example} />
      <p>{texts.call.asCurlHint}</p>
    </Section>
  )
}
