'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure, mayHaveWorked } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useUnsaved } from '#form/unsaved.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/things-csv.tsx'
import { batchesOf, leftAfter, type Outcome, previewBatch, writesOf } from './batches.ts'
import type { Row } from './read-file.ts'

/** The stage of an import. */
export type Stage = 'empty' | 'checking' | 'preview' | 'importing' | 'done'

interface State {
  readonly stage: Stage
  readonly outcomes: readonly Outcome[]
  /** Progress in rows: of the file while checking, of those to write while importing. */
  readonly done: number
  readonly total: number
  readonly refusal?: string
}

const empty: State = { stage: 'empty', outcomes: [], done: 0, total: 0 }

/** Imports a file of things. It is parsed in the browser, and checked and written by the server in batches. */
export function useImport() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutateAsync } = useMutation(trpc.things.batch.mutationOptions())
  const [state, setState] = useState(empty)
  useUnsaved(state.stage !== 'empty' && state.stage !== 'done')

  async function check(file: File) {
    try {
      const { readFile, textOf } = await import('./read-file.ts')
      await preview(readFile(textOf(await file.arrayBuffer())))
    } catch (error) {
      setState({ ...empty, refusal: refusalText(error) })
    }
  }

  async function preview(rows: readonly Row[], refusal?: string) {
    const outcomes: Outcome[] = []
    for (const batch of batchesOf(rows)) {
      setState({ stage: 'checking', outcomes: [], done: outcomes.length, total: rows.length })
      outcomes.push(...(await previewBatch(batch, (body) => mutateAsync({ body }))))
    }
    setState({ stage: 'preview', outcomes, done: 0, total: 0, ...(refusal && { refusal }) })
  }

  /** Writes what the preview would change. It stops at the first call that fails; the rest can be retried. */
  async function write() {
    const { outcomes } = state
    const writes = writesOf(outcomes)
    const total = writes.reduce((sum, { outcomes: rows }) => sum + rows.length, 0)
    const written = new Set<Outcome>()
    let sent: readonly Outcome[] = []
    try {
      for (const call of writes) {
        sent = call.outcomes
        setState({ stage: 'importing', outcomes, done: written.size, total })
        await mutateAsync({ body: call.body })
        for (const outcome of sent) written.add(outcome)
      }
      setState({ stage: 'done', outcomes, done: total, total })
    } catch (error) {
      const uncertain = mayHaveWorked(error) ? sent : []
      const left = leftAfter(outcomes, written, uncertain)
      const stop = (why: string) => cutText(written.size, total, uncertain.length, why)
      const refusal = stop(refusalText(error))
      const stopped: State = { stage: 'preview', outcomes: left, done: 0, total: 0, refusal }
      setState(stopped)
      // The same rows, which keep the ids that they were given.
      const rows = left.map(({ row }) => row)
      if (isOutdated(error))
        await preview(rows, stop(texts.outdated)).catch(() => setState(stopped))
    }
    await cache.invalidateQueries()
  }

  return { ...state, check, write, reset: () => setState(empty) }
}

function cutText(written: number, total: number, uncertain: number, refusal: string): string {
  const [done, all] = [formatCount(written), formatCount(total)]
  if (uncertain === 0) return texts.cut(done, all, refusal)
  return texts.cutUnknown(done, all, formatCount(uncertain), refusal)
}

/** Whether things were created, changed or deleted since the preview. */
function isOutdated(error: unknown): boolean {
  const code = isFailure(error) ? error.data?.problem?.code : undefined
  return code === 'conflict' || code === 'invalid-request'
}

function refusalText(error: unknown): string {
  if (isFailure(error)) return failureText(error)
  return error instanceof Error ? error.message : failureText(error)
}
