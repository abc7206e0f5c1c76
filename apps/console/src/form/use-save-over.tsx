'use client'

import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isConflict } from '#data/failure.ts'
import { texts as failures } from '#texts/data.ts'
import { texts } from '#texts/unsaved.ts'
import { Changes } from '../audit/changes.tsx'
import { changesOf } from '../audit/changes-of.ts'

interface SaveOver<Row> {
  /** The version when the form was opened. Values that differ from it are the user's changes. */
  readonly row: Row
  /** The version that the next save replaces. */
  readonly over: Row
  /** Returns false if somebody else saved first. Then nothing is saved, and `notice` says so. */
  readonly save: (write: (over: Row) => Promise<unknown>) => Promise<boolean>
  /** Shows what somebody else has changed. */
  readonly notice: ReactNode
}

/**
 * For a form that sends only what differs from `row`, in a dialog over a page that shows `current`. If somebody else has
 * changed the resource since, the first save is refused and their changes are shown. The next save applies the user's own
 * changes on top of them.
 */
export function useSaveOver<Row extends { readonly etag: string }>(current: Row): SaveOver<Row> {
  const cache = useQueryClient()
  const [row] = useState(current)
  const [wasRefused, setRefused] = useState(false)
  const over = wasRefused ? current : row
  async function save(write: (over: Row) => Promise<unknown>) {
    try {
      await write(over)
      return true
    } catch (error) {
      if (!isConflict(error)) throw error
      setRefused(true)
      await cache.invalidateQueries()
      return false
    }
  }
  return { row, over, save, notice: wasRefused && <Notice row={row} over={over} /> }
}

/** Fields that devices and receivers change, not people. */
const observed = new Set(['lastSeenAt', 'lastUsedAt', 'failingSince', 'droppingSince'])

function Notice<Row extends { readonly etag: string }>({ row, over }: { row: Row; over: Row }) {
  if (row.etag === over.etag) return <Alert color="red">{failures.conflict}</Alert>
  return (
    <Alert color="yellow" title={texts.meanwhile.title}>
      {texts.meanwhile.text}
      <Changes changes={changesOf(row, over).filter(({ field }) => !observed.has(field))} />
    </Alert>
  )
}
