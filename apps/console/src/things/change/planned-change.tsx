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
import { texts } from '#texts/things-change.ts'
import type { Applied, PlannedThing } from './plan.ts'
import classes from './planned-change.module.css'
import { type Effect, effectsOf, reasonsOf } from './words.ts'

type Outcome = PlannedThing['outcome']

/** How many things are shown at first. */
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

/** Shows what a change would do: a summary, and a list of things. Nothing has been applied yet. */
export function PlannedChange({ planned, change, onApply, onBack }: PlannedChangeProps) {
  const changing = planned.filter(({ outcome }) => outcome === 'changed').length
  return (
    <>
      <Effects effects={effectsOf(planned, change)} />
      <Reasons planned={planned} />
      <Things planned={planned} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {texts.plan.back}
        </Button>
        <Button
          onClick={onApply}
          disabled={changing === 0}
          {...(change.status === 'Retired' && { color: 'red' })}
        >
          {changing === 0 ? texts.plan.nothing : texts.plan.apply(changing)}
        </Button>
      </Group>
    </>
  )
}

/** How many effects are listed; the table shows the rest. */
const LISTED = 6

function Effects({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return null
  return (
    <ul className={classes.effects} aria-label={texts.plan.effects}>
      {effects.slice(0, LISTED).map(({ words, things }) => (
        <li key={words}>
          <span>{words}</span>
          <span className={classes.count}>{texts.things(things)}</span>
        </li>
      ))}
      {effects.length > LISTED && (
        <li>{texts.plan.others(formatCount(effects.length - LISTED))}</li>
      )}
    </ul>
  )
}

function Reasons({ planned }: { planned: readonly PlannedThing[] }) {
  const reasons = reasonsOf(planned)
  if (reasons.length === 0) return null
  const left = reasons.reduce((sum, { things }) => sum + things, 0)
  return (
    <Alert color="yellow" title={texts.plan.stay(left)}>
      {reasons.slice(0, LISTED).map(({ words, things }) => (
        <div key={words}>{texts.plan.reason(things, words)}</div>
      ))}
      {reasons.length > LISTED && texts.plan.otherReasons(formatCount(reasons.length - LISTED))}
    </Alert>
  )
}

const columns: readonly Column<PlannedThing>[] = [
  {
    header: texts.plan.thing,
    phone: true,
    cell: ({ id, name }) => <RowWords below={<code>{id}</code>}>{name ?? id}</RowWords>,
  },
  {
    header: texts.plan.title,
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
      <Chips label={texts.plan.showOnly}>
        {(counted.length > 1 ? counted : []).map((name) => (
          <Chip
            key={name}
            isOn={chosen === name}
            onClick={() => {
              setChosen(chosen === name ? undefined : name)
              setShown(SHOWN)
            }}
          >
            {texts.plan.outcomes[name]} {formatCount(countOf(name))}
          </Chip>
        ))}
      </Chips>
      <DataTable
        caption={texts.plan.title}
        columns={columns}
        rows={rows.slice(0, shown)}
        rowKey={({ id }) => id}
        isMuted={({ outcome }) => outcome === 'unchanged'}
      />
      {rows.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + 10 * SHOWN)}>
          {texts.plan.more(formatCount(rows.length))}
        </Button>
      )}
    </div>
  )
}

/** The result of an apply, with the things that were not changed. */
export function Outcome({ applied, onClose }: { applied: Applied; onClose: () => void }) {
  return (
    <>
      <Text role="status">{texts.plan.done(applied.changed)}</Text>
      <Reasons planned={applied.left} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {texts.plan.close}
        </Button>
      </Group>
    </>
  )
}
