'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatCount } from '#format/values.ts'
import { SelectionBar } from '#table/selection-bar.tsx'
import { texts } from '#texts/things.ts'
import type { ChangeKind } from '../change/draft.ts'
import type { Target } from '../change/plan.ts'
import type { ThingSelection } from '../query.ts'
import type { Chosen } from './use-chosen.ts'

const ChangeDialog = dynamic(() => import('../change/change-dialog.tsx'), { ssr: false })

interface ChangeBarProps {
  readonly chosen: Chosen
  readonly filter: ThingSelection
  /** Number of things that match the filter. */
  readonly total: number
  readonly onPage: number
}

/** Actions for the selected things. */
export function ChangeBar({ chosen, filter, total, onPage }: ChangeBarProps) {
  // Polling changes what the list shows. The dialog keeps the things that were chosen when it was opened.
  const [change, setChange] = useState<{ readonly kind: ChangeKind; readonly target: Target }>()
  const count = chosen.isEvery ? total : chosen.chosen.length
  const open = (kind: ChangeKind) =>
    setChange({ kind, target: chosen.isEvery ? { filter, total } : { ids: chosen.chosen } })
  return (
    <>
      <SelectionBar
        label={texts.selection.label}
        words={count > 0 ? texts.selection.count(count) : null}
        onClear={chosen.none}
        more={<Widen chosen={chosen} total={total} onPage={onPage} />}
      >
        <Button size="xs" variant="default" onClick={() => open('edit')}>
          {texts.selection.edit}
        </Button>
        <Button size="xs" variant="default" onClick={() => open('move')}>
          {texts.selection.move}
        </Button>
        <Button size="xs" color="red" onClick={() => open('retire')}>
          {texts.selection.retire}
        </Button>
      </SelectionBar>
      {change && (
        <ChangeDialog {...change} onClose={() => setChange(undefined)} onDone={chosen.none} />
      )}
    </>
  )
}

/** Extends the selection to the page, and then to all things that match. */
function Widen({ chosen, total, onPage }: Omit<ChangeBarProps, 'filter'>) {
  if (chosen.isEvery) return null
  return (
    <>
      {!chosen.isAll && (
        <Button size="xs" variant="subtle" onClick={chosen.all}>
          {texts.selection.page}
        </Button>
      )}
      {total > onPage && (
        <Button size="xs" variant="subtle" onClick={chosen.every}>
          {texts.selection.all(formatCount(total))}
        </Button>
      )}
    </>
  )
}
