'use client'

import { type CallCounts, callOutcomes } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import chips from '#table/chip.module.css'
import { Chip } from '#table/chip.tsx'
import { texts } from '#texts/requests.ts'
import { useUrlState } from '#url/use-url-state.ts'
import histogram from './histogram.module.css'

/** How many problems are offered as filters. */
const SHOWN = 6

/** Outcomes and problems with their counts. Each chip toggles a filter. */
export function LogChips({ counts }: { counts: CallCounts | undefined }) {
  const { params, filter } = useUrlState()
  const [outcome, problem] = [params.get('outcome'), params.get('problem')]
  const problems = (counts?.statuses ?? []).filter((one) => one.problem !== null).slice(0, SHOWN)
  return (
    <fieldset className={`${chips.chips} ${histogram.legend}`} aria-label={texts.outcomes}>
      {callOutcomes.map((name) => (
        <Chip
          key={name}
          isOn={outcome === name}
          onClick={() => filter({ outcome: outcome === name ? null : name })}
        >
          <span className={histogram.swatch} data-outcome={name} aria-hidden />
          {name} {counts ? formatCount(counts.totals[name]) : '…'}
        </Chip>
      ))}
      {problems.map((one) => (
        <Chip
          key={`${one.status} ${one.problem}`}
          isOn={problem === one.problem}
          onClick={() => filter({ problem: problem === one.problem ? null : one.problem })}
        >
          {one.status} {one.problem} {formatCount(one.calls)}
        </Chip>
      ))}
    </fieldset>
  )
}
