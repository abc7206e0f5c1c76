'use client'

import { Alert } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { texts } from '#texts/unsaved.ts'
import { NoteChanged } from './unsaved.tsx'

interface Start<Row> {
  readonly row: Row
  readonly version: string
}

interface WhileUnchangedProps<Row> extends Start<Row> {
  readonly children: (row: Row) => ReactNode
}

/**
 * Restarts a form on a page when its resource is changed elsewhere. If something was entered, the form stays and shows
 * a notice; saving with `If-Match` is then refused.
 */
export function WhileUnchanged<Row>({ row, version, children }: WhileUnchangedProps<Row>) {
  const [isChanged, setChanged] = useState(false)
  const [start, setStart] = useState<Start<Row>>({ row, version })
  const next = nextStart(start, { row, version }, isChanged)
  if (next !== start) setStart(next)
  const isOutdated = next.version !== version
  return (
    <NoteChanged value={setChanged}>
      <div role="status">
        {isOutdated && (
          <Alert color="yellow" mb="md">
            {texts.changedMeanwhile}
          </Alert>
        )}
      </div>
      <Fragment key={next.version}>{children(next.row)}</Fragment>
    </NoteChanged>
  )
}

/** The version the form starts from: the newest, unless something was entered. */
export function nextStart<Row>(
  start: Start<Row>,
  newest: Start<Row>,
  isChanged: boolean,
): Start<Row> {
  return isChanged || start.version === newest.version ? start : newest
}
