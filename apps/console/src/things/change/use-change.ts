'use client'

import type { ThingChange } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useRun, useUnfinished } from '#form/use-run.ts'
import {
  type Applied,
  batchesToApply,
  nothingApplied,
  type PlannedThing,
  planChange,
  type SendChange,
  type Target,
  withLot,
} from './plan.ts'

/** The stage of a change. */
type State =
  | { readonly stage: 'asking' }
  | { readonly stage: 'planning'; readonly done: number }
  | { readonly stage: 'planned'; readonly planned: readonly PlannedThing[] }
  | { readonly stage: 'applying'; readonly planned: readonly PlannedThing[]; readonly done: number }
  | { readonly stage: 'done'; readonly applied: Applied }

export type Stage = State['stage']

/** How often a call is made that conflicts with a concurrent change. */
const ATTEMPTS = 4

/** Changes many things: the server plans the change, then applies it as planned. */
export function useChange(target: Target) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutateAsync } = useMutation(trpc.things.change.mutationOptions())
  const [state, setState] = useState<State>({ stage: 'asking' })
  const [change, setChange] = useState<ThingChange>({})
  const [refusal, setRefusal] = useState<string>()
  const { run, stop, isStopping } = useRun()
  // The refusal is read before the page is left, for example because the session has ended.
  useUnfinished(state.stage === 'done' && refusal !== undefined)
  const send: SendChange = (body) => mutateAsync({ body })

  async function plan(wanted: ThingChange, isStopped: () => boolean) {
    setChange(wanted)
    setRefusal(undefined)
    setState({ stage: 'planning', done: 0 })
    const onProgress = (done: number) => {
      if (!isStopped()) setState({ stage: 'planning', done })
      return !isStopped()
    }
    try {
      const planned = await planChange(target, wanted, { send, onProgress })
      if (planned && !isStopped()) setState({ stage: 'planned', planned })
    } catch (error) {
      if (isStopped()) return
      setRefusal(error instanceof RangeError ? error.message : failureText(error))
      setState({ stage: 'asking' })
    }
  }

  /** Applies the plan. After a failure it must be planned again, because part of it has been applied. */
  async function apply(planned: readonly PlannedThing[], isStopped: () => boolean) {
    let applied = nothingApplied
    setRefusal(undefined)
    setState({ stage: 'applying', planned, done: 0 })
    try {
      for (const things of batchesToApply(planned)) {
        if (isStopped()) break
        applied = withLot(applied, await untilAlone(() => send({ things, change })))
        setState({ stage: 'applying', planned, done: applied.done })
      }
    } catch (error) {
      setRefusal(failureText(error))
    }
    setState({ stage: 'done', applied })
    void cache.invalidateQueries()
  }

  return {
    state,
    change,
    refusal,
    isStopping,
    plan: (wanted: ThingChange) => run((isStopped) => plan(wanted, isStopped)),
    apply: (planned: readonly PlannedThing[]) => run((isStopped) => apply(planned, isStopped)),
    /** Returns to the form. */
    again: () => {
      stop()
      setState({ stage: 'asking' })
    },
    stop,
  }
}

/** Retries a call that conflicted with another one: it had no effect. */
async function untilAlone<T>(call: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isConflict = isFailure(error) && error.data?.problem?.code === 'conflict'
    if (!isConflict || attempts <= 1) throw error
    return untilAlone(call, attempts - 1)
  }
}
