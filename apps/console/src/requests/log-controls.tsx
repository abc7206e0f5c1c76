'use client'

import { Button, Skeleton } from '@mantine/core'
import type { CallCounts } from '@sluice/contract'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { ChoiceFilter } from '#choices/choice-filter.tsx'
import { liveFrom, presetLabel } from '#range/range.ts'
import { RangeControls } from '#range/range-controls.tsx'
import { PhoneFold } from '#table/phone-fold.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { texts } from '#texts/requests.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { LogChips } from './log-chips.tsx'
import classes from './log-controls.module.css'
import { type LogQuestion, logPresets } from './question.ts'

/** Loaded separately, because it includes the whole contract. */
const OperationFilter = dynamic(() => import('./operation-filter.tsx'), {
  ssr: false,
  loading: () => <Skeleton height={36} />,
})

interface LogControlsProps {
  readonly question: LogQuestion
  readonly counts: CallCounts | undefined
  readonly zone: string
  readonly isOfOneKey: boolean
}

/** The controls of the request log. All their values are kept in the URL. */
export function LogControls({ question, counts, zone, isOfOneKey }: LogControlsProps) {
  const { params, filter } = useUrlState()
  return (
    <div className={classes.controls}>
      <PhoneFold title={texts.filters.title} words={wordsOf(question, params)} startsFolded>
        <div className={classes.range}>
          <RangeControls
            question={question}
            range={counts && { from: secondsOf(counts.from), to: secondsOf(counts.to) }}
            zone={zone}
            presets={logPresets}
          />
          <Button
            variant="default"
            className={classes.live ?? ''}
            leftSection={
              question.isLive ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />
            }
            onClick={() => filter(question.isLive ? { live: null } : liveFrom(question))}
          >
            {question.isLive ? texts.pause : texts.follow}
          </Button>
        </div>
        <Toolbar>
          <SearchField name="resource" label={texts.filters.resource} />
          {!isOfOneKey && <ChoiceFilter kind="key" name="key" label={texts.filters.key} />}
          <OperationFilter />
          <SearchField name="address" label={texts.address} />
          <SearchField name="request" label={texts.requestId} />
        </Toolbar>
      </PhoneFold>
      <LogChips counts={counts} />
    </div>
  )
}

/** The range and the filters in one line. */
function wordsOf(question: LogQuestion, params: URLSearchParams): string {
  const filters = ['resource', 'key', 'operation', 'address', 'request'] as const
  const set = filters.map((name) => params.get(name) ?? '')
  return [presetLabel(logPresets, question), ...set].filter((part) => part !== '').join(' · ')
}

function secondsOf(iso: string): number {
  return Date.parse(iso) / 1000
}
