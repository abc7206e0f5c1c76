'use client'

import { Button, UnstyledButton } from '@mantine/core'
import { type PlanAction, planActions } from '@sluice/contract'
import { useState } from 'react'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import { texts as templateTexts } from '#texts/templates.ts'
import { texts } from '#texts/templates-plan.ts'
import type { Plan, PlannedRow } from '../served.ts'
import { ActionMark } from './action-mark.tsx'
import classes from './plan-view.module.css'
import { changeWords } from './plan-words.ts'

interface PlanViewProps {
  readonly plan: Plan
  /** Whether the plan has been applied. */
  readonly isDone: boolean
}

/** Always shown; other actions only if they occur. */
const usual: readonly PlanAction[] = ['create', 'update', 'unchanged']

/** How many rows are shown at first. The button below adds ten times as many. */
const SHOWN = 20

/** Lists what an apply does to each resource, with the number of each action as a filter. */
export function PlanView({ plan, isDone }: PlanViewProps) {
  const [action, setAction] = useState<PlanAction>()
  const [shown, setShown] = useState(SHOWN)
  const rows = planActions
    .filter((one) => action === undefined || one === action)
    .flatMap((one) => plan.resources.filter((row) => row.action === one))
  const counted = planActions.filter((one) => usual.includes(one) || plan.summary[one] > 0)
  const choose = (wanted: PlanAction) => {
    setAction(wanted === action ? undefined : wanted)
    setShown(SHOWN)
  }
  return (
    <>
      <fieldset className={classes.summary} aria-label={texts.showOnly}>
        {counted.map((one) => (
          <UnstyledButton
            key={one}
            className={classes.count ?? ''}
            aria-pressed={one === action}
            disabled={plan.summary[one] === 0}
            onClick={() => choose(one)}
          >
            <span className={classes.number}>{formatCount(plan.summary[one])}</span>
            <ActionMark action={one} isDone={isDone} />
          </UnstyledButton>
        ))}
      </fieldset>
      <DataTable
        caption={isDone ? texts.captionDone : texts.caption}
        columns={columnsOf(isDone)}
        rows={rows.slice(0, shown)}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        isMuted={(row) => row.action === 'unchanged'}
      />
      {rows.length > shown && (
        <div className={classes.more}>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 10 * SHOWN)}>
            {texts.showMore(formatCount(rows.length))}
          </Button>
        </div>
      )}
    </>
  )
}

function columnsOf(isDone: boolean): Column<PlannedRow>[] {
  return [
    {
      header: texts.action,
      width: '150px',
      phone: true,
      cell: ({ action }) => <ActionMark action={action} isDone={isDone} />,
    },
    {
      header: texts.resource,
      phone: true,
      cell: (row) => (
        <RowWords below={templateTexts.kind[row.kind]} belowOnPhone={detailOf(row)}>
          <code>{row.id}</code>
        </RowWords>
      ),
    },
    {
      header: texts.changes,
      cell: (row) => <span title={detailOf(row)}>{detailOf(row) ?? '–'}</span>,
    },
  ]
}

function detailOf({ action, changes, detail }: PlannedRow): string | undefined {
  if (action === 'conflict') return detail ?? undefined
  return changes.length > 0 ? changes.map(changeWords).join('; ') : undefined
}
