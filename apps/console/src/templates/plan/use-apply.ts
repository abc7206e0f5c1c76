'use client'

import type { Fault, Template } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { placeFaults } from '#data/faults.ts'
import { useTRPC } from '#data/trpc.ts'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/templates-plan.ts'
import { type FieldValue, fieldOf, formValues, parametersOf } from '../parameters/values.ts'
import type { Plan } from '../served.ts'
import type { Start } from './start.ts'

/** How many faults are shown below the form. */
const SHOWN = 10

/** State of the parameters, their plan and the outcome. Changing a parameter discards the latter two. */
export function useApply(template: Template, start: Start) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [initial] = useState(() => formValues(template.parameters, start.parameters))
  const [values, setValues] = useState(initial)
  const [applicationId, setApplicationId] = useState(start.applicationId)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<readonly string[]>([])
  const [plan, setPlan] = useState<Plan>()
  const [outcome, setOutcome] = useState<Plan>()
  const isEntered = values !== initial || applicationId !== start.applicationId
  useUnsaved(isEntered && outcome === undefined)
  const call = useMutation(trpc.templates.apply.mutationOptions())

  function reset() {
    setPlan(undefined)
    setOutcome(undefined)
    setErrors({})
    setRefusal([])
  }

  function show(faults: readonly Fault[]) {
    const { fields, rest } = placeFaults(faults, (path) => fieldOf(values, path))
    setErrors(fields)
    const shown = rest.slice(0, SHOWN).map(({ pointer, detail }) => `${pointer} ${detail}`)
    const left = rest.length - shown.length
    setRefusal(left > 0 ? [...shown, texts.more(left)] : shown)
  }

  async function run(validateOnly: boolean): Promise<Plan | undefined> {
    setErrors({})
    setRefusal([])
    const { given, faults } = parametersOf(template.parameters, values)
    if (faults.length > 0) {
      show(faults)
      return undefined
    }
    try {
      return await call.mutateAsync({
        params: { templateId: template.id },
        body: { applicationId, parameters: given, validateOnly },
        ifMatch: template.etag,
      })
    } catch (error) {
      const shown = (isFailure(error) && error.data?.problem?.errors) || []
      if (shown.length > 0) show(shown)
      else setRefusal([failureText(error)])
      return undefined
    }
  }

  return {
    ...{ values, applicationId, errors, refusal, plan, outcome },
    isPlanning: call.isPending && call.variables.body.validateOnly === true,
    isApplying: call.isPending && call.variables.body.validateOnly === false,
    change(name: string, value: FieldValue) {
      reset()
      setValues({ ...values, [name]: value })
    },
    rename(id: string) {
      reset()
      setApplicationId(id)
    },
    async makePlan() {
      reset()
      setPlan(await run(true))
    },
    async carryOut() {
      const done = await run(false)
      setOutcome(done)
      if (!done) return setPlan(undefined)
      // The created resources appear on many pages.
      await cache.invalidateQueries()
    },
  }
}
