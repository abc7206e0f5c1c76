'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useUnsaved } from '#form/unsaved.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/things-csv.tsx'
import { batchesOf, type Outcome, previewBatch } from './batches.ts'

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
      const rows = readFile(textOf(await file.arrayBuffer()))
      const outcomes: Outcome[] = []
      for (const batch of batchesOf(rows)) {
        setState({ stage: 'checking', outcomes: [], done: outcomes.length, total: rows.length })
        outcomes.push(...(await previewBatch(batch, (body) => mutateAsync({ body }))))
      }
      setState({ stage: 'preview', outcomes, done: 0, total: 0 })
    } catch (error) {
      setState({ ...empty, refusal: refusalText(error) })
    }
  }

  /** Writes what the preview would change. It stops at the first refused batch; the rest can be retried. */
  async function write() {
    const { outcomes } = state
    const changing = outcomes.filter(({ result }) => result === 'created' || result === 'updated')
    const total = changing.length
    let done = 0
    try {
      for (const batch of batchesOf(changing)) {
        setState({ stage: 'importing', outcomes, done, total })
        await mutateAsync({ body: { things: batch.map(({ row }) => row.entry) } })
        done += batch.length
      }
      setState({ stage: 'done', outcomes, done, total })
    } catch (error) {
      const written = new Set(changing.slice(0, done))
      const refusal = texts.cut(formatCount(done), formatCount(total), refusalText(error))
      const left = outcomes.filter((outcome) => !written.has(outcome))
      setState({ stage: 'preview', outcomes: left, done: 0, total: 0, refusal })
    }
    await cache.invalidateQueries()
  }

  return { ...state, check, write, reset: () => setState(empty) }
}

function refusalText(error: unknown): string {
  if (isFailure(error)) return failureText(error)
  return error instanceof Error ? error.message : failureText(error)
}
