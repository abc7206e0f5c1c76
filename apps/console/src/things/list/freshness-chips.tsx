'use client'

import { Tooltip } from '@mantine/core'
import { type ThingCounts, thingFreshnesses } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { Chip, Chips } from '#table/chip.tsx'
import { texts } from '#texts/things.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { freshnessHints, freshnessLabels } from '../freshness-words.ts'
import classes from './freshness-chips.module.css'

/** The number of things by freshness. Each chip is a filter. */
export function FreshnessChips({ counts }: { counts: ThingCounts | undefined }) {
  const { params, filter } = useUrlState()
  const chosen = params.get('freshness')
  return (
    <div className={classes.chips}>
      <Chips label={texts.freshness}>
        <Chip isOn={chosen === null} onClick={() => filter({ freshness: null })}>
          {texts.all(counts ? formatCount(counts.total) : '…')}
        </Chip>
        {thingFreshnesses.map((one) => (
          <Tooltip key={one} label={freshnessHints[one]} openDelay={400}>
            <span>
              <Chip
                isOn={chosen === one}
                onClick={() => filter({ freshness: chosen === one ? null : one })}
              >
                {freshnessLabels[one]} {counts ? formatCount(counts.freshness[one]) : '…'}
              </Chip>
            </span>
          </Tooltip>
        ))}
      </Chips>
    </div>
  )
}
