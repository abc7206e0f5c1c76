'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure, mayHaveWorked } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useUnsaved } from '#form/unsaved.tsx'
import { useRun } from '#form/use-run.ts'
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
  const { run, stop, isStopping } = useRun()
  useUnsaved(state.stage === 'preview')

  async function check(file: File, isStopped: IsStopped) {
    setState({ ...empty, stage: 'checking' })
    try {
      const { readFile, textOf } = await import('./read-file.ts')
      const outcomes = await preview(readFile(textOf(await file.arrayBuffer())), isStopped)
      setState(outcomes ? previewed(outcomes) : empty)
    } catch (error) {
      setState({ ...empty, refusal: refusalText(error) })
    }
  }

  /** What the rows would change; undefined if it was stopped. */
  async function preview(rows: readonly Row[], isStopped: IsStopped) {
    const outcomes: Outcome[] = []
    for (const batch of batchesOf(rows)) {
      if (isStopped()) return undefined
      setState({ stage: 'checking', outcomes: [], done: outcomes.length, total: rows.length })
      outcomes.push(...(await previewBatch(batch, (body) => mutateAsync({ body }))))
    }
    return outcomes
  }

  /** Writes what the preview would change. It ends at the first call that fails; the rest can be retried. */
  async function write(isStopped: IsStopped) {
    const { outcomes } = state
    const writes = writesOf(outcomes)
    const total = writes.reduce((sum, { outcomes: rows }) => sum + rows.length, 0)
    const written = new Set<Outcome>()
    let sent: readonly Outcome[] = []
    try {
      for (const call of writes) {
        if (isStopped()) break
        sent = call.outcomes
        setState({ stage: 'importing', outcomes, done: written.size, total })
        await mutateAsync({ body: call.body })
        for (const outcome of sent) written.add(outcome)
      }
      if (written.size === total) setState({ stage: 'done', outcomes, done: total, total })
      else setState(previewed(leftAfter(outcomes, written, []), cutText(written.size, total, 0)))
    } catch (error) {
      const uncertain = mayHaveWorked(error) ? sent : []
      const left = leftAfter(outcomes, written, uncertain)
      const cut = (why: string) => cutText(written.size, total, uncertain.length, why)
      const rest = previewed(left, cut(refusalText(error)))
      // The same rows, which keep the ids that they were given.
      const again = isOutdated(error)
        ? await preview(
            left.map(({ row }) => row),
            isStopped,
          ).catch(() => undefined)
        : undefined
      setState(again ? previewed(again, cut(texts.outdated)) : rest)
    }
    void cache.invalidateQueries()
  }

  return {
    ...state,
    isStopping,
    stop,
    check: (file: File) => run((isStopped) => check(file, isStopped)),
    write: () => run(write),
    reset: () => setState(empty),
  }
}

type IsStopped = () => boolean

function previewed(outcomes: readonly Outcome[], refusal?: string): State {
  return { stage: 'preview', outcomes, done: 0, total: 0, ...(refusal && { refusal }) }
}

function cutText(written: number, total: number, uncertain: number, refusal = ''): string {
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
