'use client'

import { Alert } from '@mantine/core'
import type { Key } from '@sluice/contract'
import { useNow } from '#format/clock.tsx'
import { useExactTime } from '#format/exact-time.tsx'
import { texts } from '#texts/keys.tsx'
import { type Health, type HealthKind, healthOf } from '../health/health.ts'
import { HealthMark } from '../health/health-mark.tsx'
import { UseNotice } from '../usage/use-notice.tsx'
import { useOverview } from '../usage/use-overview.ts'
import classes from './key-notices.module.css'

const advice: Record<HealthKind, (key: Key, exact: (iso: string) => string) => string> = {
  leaked: ({ status, leakedAt }, exact) => {
    const { leaked, leakedOn, rotate, dead } = texts.notices
    const when = leakedAt ? leakedOn(exact(leakedAt)) : leaked
    return `${when} ${status === 'Active' ? rotate : dead}`
  },
  expiring: () => texts.notices.expiring,
  refused: () => texts.notices.refused,
  stale: () => texts.notices.unused,
  unused: () => texts.notices.refused,
}

interface KeyNoticesProps {
  readonly record: Key
  /** Whether the page says already that it could not be refreshed. */
  readonly isOutdated: boolean
}

/** Health warnings with advice. A key without any calls yet gets no notice. */
export function KeyNotices({ record, isOutdated }: KeyNoticesProps) {
  const now = useNow()
  const exact = useExactTime()
  const use = useOverview([record.id])
  const found = healthOf(record, use.byKey.get(record.id), now).filter(isWorthNotice)
  return (
    <>
      <UseNotice use={use} isTold={isOutdated} />
      {found.length > 0 && (
        <ul className={classes.notices}>
          {found.map((health) => (
            <li key={health.kind}>
              <Alert color={colorOf(health)} title={<HealthMark health={health} />}>
                {advice[health.kind](record, exact)}
              </Alert>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function isWorthNotice({ kind, tone }: Health): boolean {
  return kind !== 'unused' || tone !== 'quiet'
}

function colorOf({ tone }: Health): string {
  return { danger: 'red', warn: 'yellow', quiet: 'gray' }[tone]
}
