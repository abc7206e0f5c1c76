'use client'

import { Alert, Button, Group, Text } from '@mantine/core'
import type { ThingChange } from '@sluice/contract'
import { useState } from 'react'
import { formatCount } from '#format/values.ts'
import { StatusMark } from '#states/status-mark.tsx'
import { Chip, Chips } from '#table/chip.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import type { Applied, PlannedThing } from './plan.ts'
import classes from './planned-change.module.css'
import { type Effect, effectsOf, reasonsOf, thingsWords } from './words.ts'

type Outcome = PlannedThing['outcome']

/** Things that are shown at first, and how many more with each press. */
const SHOWN = 10

const outcomes: Record<Outcome, string> = {
  changed: 'ToChange',
  unchanged: 'Unchanged',
  refused: 'Refused',
  stale: 'ChangedMeanwhile',
}

interface PlannedChangeProps {
  readonly planned: readonly PlannedThing[]
  readonly change: ThingChange
  readonly onApply: () => void
  readonly onBack: () => void
}

/** What a change would do: summed up, then thing by thing. Nothing has changed yet. */
export function PlannedChange({ planned, change, onApply, onBack }: PlannedChangeProps) {
  const changing = planned.filter(({ outcome }) => outcome === 'changed').length
  return (
    <>
      <Effects effects={effectsOf(planned, change)} />
      <Reasons planned={planned} />
      <Things planned={planned} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          onClick={onApply}
          disabled={changing === 0}
          {...(change.status === 'Retired' && { color: 'red' })}
        >
          {changing === 0 ? 'Nothing to change' : `Change ${thingsWords(changing)}`}
        </Button>
      </Group>
    </>
  )
}

/** Effects that are listed; with more, many sites are left for one, and the table tells. */
const LISTED = 6

function Effects({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return null
  return (
    <ul className={classes.effects} aria-label="What changes">
      {effects.slice(0, LISTED).map(({ words, things }) => (
        <li key={words}>
          <span>{words}</span>
          <span className={classes.count}>{thingsWords(things)}</span>
        </li>
      ))}
      {effects.length > LISTED && <li>and {formatCount(effects.length - LISTED)} others</li>}
    </ul>
  )
}

function Reasons({ planned }: { planned: readonly PlannedThing[] }) {
  const reasons = reasonsOf(planned)
  if (reasons.length === 0) return null
  const left = reasons.reduce((sum, { things }) => sum + things, 0)
  return (
    <Alert color="yellow" title={`${thingsWords(left)} stay as they are`}>
      {reasons.slice(0, LISTED).map(({ words, things }) => (
        <div key={words}>
          {thingsWords(things)}: {words}
        </div>
      ))}
      {reasons.length > LISTED && `And ${formatCount(reasons.length - LISTED)} other reasons.`}
    </Alert>
  )
}

const columns: readonly Column<PlannedThing>[] = [
  {
    header: 'Thing',
    phone: true,
    cell: ({ id, name }) => <RowWords below={<code>{id}</code>}>{name ?? id}</RowWords>,
  },
  {
    header: 'Plan',
    width: '148px',
    phone: true,
    cell: ({ outcome }) => <StatusMark status={outcomes[outcome]} />,
  },
]

function Things({ planned }: { planned: readonly PlannedThing[] }) {
  const [chosen, setChosen] = useState<Outcome>()
  const [shown, setShown] = useState(SHOWN)
  const names = Object.keys(outcomes) as Outcome[]
  const countOf = (outcome: Outcome) => planned.filter((row) => row.outcome === outcome).length
  const counted = names.filter((name) => countOf(name) > 0)
  const rows = chosen ? planned.filter(({ outcome }) => outcome === chosen) : planned
  return (
    <div className={classes.things}>
      <Chips label="Show only">
        {(counted.length > 1 ? counted : []).map((name) => (
          <Chip
            key={name}
            isOn={chosen === name}
            onClick={() => {
              setChosen(chosen === name ? undefined : name)
              setShown(SHOWN)
            }}
          >
            {outcomes[name]} {formatCount(countOf(name))}
          </Chip>
        ))}
      </Chips>
      <DataTable
        caption="Plan"
        columns={columns}
        rows={rows.slice(0, shown)}
        rowKey={({ id }) => id}
        isMuted={({ outcome }) => outcome === 'unchanged'}
      />
      {rows.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + 10 * SHOWN)}>
          Show more of {formatCount(rows.length)}
        </Button>
      )}
    </div>
  )
}

/** What an apply came to, and what it left as it was. */
export function Outcome({ applied, onClose }: { applied: Applied; onClose: () => void }) {
  return (
    <>
      <Text role="status">
        {applied.changed === 0
          ? 'Nothing was changed.'
          : `${thingsWords(applied.changed)} ${applied.changed === 1 ? 'is' : 'are'} changed.`}
      </Text>
      <Reasons planned={applied.left} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </>
  )
}
