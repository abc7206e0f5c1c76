'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Key, Output } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { useMayChange } from '#frame/console-context.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import { texts } from '#texts/keys-change.tsx'
import type { KeyChange } from '../edit/change.ts'
import { ApplyChange } from './apply-change.tsx'
import classes from './suggestions.module.css'

export interface Evidence {
  readonly what: string
  readonly calls: number
  readonly lastAt: string
  readonly detail: string
}

/** The evidence for a suggested scope. */
export function evidenceOf({ scope, calls, lastAt }: ScopeEvidence, detail: string): Evidence {
  return { what: `${scope.action} ${scope.resourceFilter}`, calls, lastAt, detail }
}

type ScopeEvidence = Pick<
  Output<'keys.suggestions'>['scopes']['evidence'][number],
  'scope' | 'calls' | 'lastAt'
>

interface SuggestionProps {
  readonly title: string
  /** An explanation, if the title is not enough. */
  readonly note?: string
  readonly record: Key
  /** The change to save; undefined if there is nothing to gain. */
  readonly change: KeyChange | undefined
  /** Why there is nothing to gain. */
  readonly otherwise: string
  readonly evidence: readonly Evidence[]
}

/** One suggestion with its evidence, applied after a preview. */
export function Suggestion(props: SuggestionProps) {
  const { title, note, record, change, otherwise, evidence } = props
  const mayChange = useMayChange()
  const [previewing, { open, close }] = useDisclosure(false)
  return (
    <div className={classes.suggestion}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {change && mayChange && (
          <Button size="xs" variant="default" onClick={open}>
            {texts.suggestion.preview}
          </Button>
        )}
      </div>
      {change && note && <p className={classes.note}>{note}</p>}
      {!change && <p className={classes.note}>{otherwise}</p>}
      {evidence.length > 0 && (
        <DataTable
          caption={texts.suggestion.caption(title)}
          columns={columns}
          rows={evidence}
          rowKey={({ what }) => what}
        />
      )}
      {change && (
        <ApplyChange
          title={texts.suggestion.apply}
          {...{ record, change }}
          opened={previewing}
          onClose={close}
        />
      )}
    </div>
  )
}

const columns: Column<Evidence>[] = [
  {
    header: texts.suggestion.suggested,
    phone: true,
    cell: ({ what, detail }) => (
      <RowWords below={detail}>
        <code>{what}</code>
      </RowWords>
    ),
  },
  {
    header: texts.suggestion.calls,
    width: '96px',
    align: 'end',
    phone: true,
    cell: ({ calls }) => formatCount(calls),
  },
  { header: texts.suggestion.last, width: '112px', cell: ({ lastAt }) => <Time iso={lastAt} /> },
]
