'use client'

import type { ThingChange } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
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
  /** Number of the current run; increasing it cancels the run. */
  const latest = useRef(0)
  const send: SendChange = (body) => mutateAsync({ body })

  function begin() {
    latest.current += 1
    const own = latest.current
    return () => latest.current !== own
  }

  async function plan(wanted: ThingChange) {
    const isStopped = begin()
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
  async function apply(planned: readonly PlannedThing[]) {
    const isStopped = begin()
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
    await cache.invalidateQueries()
  }

  return {
    state,
    change,
    refusal,
    plan,
    apply,
    /** Returns to the form. */
    again: () => {
      begin()
      setState({ stage: 'asking' })
    },
    /** Cancels after the call in flight. */
    stop: () => void begin(),
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
