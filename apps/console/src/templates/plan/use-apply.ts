'use client'

import type { Fault, Template } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { placeFaults } from '#data/faults.ts'
import { useTRPC } from '#data/trpc.ts'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/templates-plan.ts'
import { fieldOf } from '../parameters/fault-fields.ts'
import { type FieldValue, type FormValues, formValues, parametersOf } from '../parameters/values.ts'
import type { Plan } from '../served.ts'
import type { Start } from './start.ts'

/** How many faults are shown below the form. */
const SHOWN = 10

interface Entered {
  readonly values: FormValues
  readonly applicationId: string
}

/** The result of the last call: a plan or faults. */
interface Told {
  readonly plan?: Plan
  readonly errors: Readonly<Record<string, string>>
  readonly refusal: readonly string[]
  /** The planned values. The plan is discarded if they have changed. */
  readonly of?: Entered
}

const nothing: Told = { errors: {}, refusal: [] }

/** State of the parameters, their plan and the outcome. Changing a parameter discards the latter two. */
export function useApply(template: Template, start: Start) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [initial] = useState(() => formValues(template.parameters, start.parameters))
  const [entered, setEntered] = useState<Entered>({
    values: initial,
    applicationId: start.applicationId,
  })
  const { values, applicationId } = entered
  const [told, setTold] = useState(nothing)
  const [outcome, setOutcome] = useState<Plan>()
  const isEntered = values !== initial || applicationId !== start.applicationId
  useUnsaved(isEntered && outcome === undefined)
  const call = useMutation(trpc.templates.apply.mutationOptions())
  const isOutdated = told.of !== undefined && told.of !== entered
  const { plan, errors, refusal } = isOutdated ? nothing : told

  async function run(validateOnly: boolean): Promise<Told> {
    const { given, faults } = parametersOf(template.parameters, values, start.parameters)
    if (faults.length > 0) return shown(faults, values)
    try {
      const plan = await call.mutateAsync({
        params: { templateId: template.id },
        body: { applicationId, parameters: given, validateOnly },
        ifMatch: template.etag,
      })
      return { ...nothing, plan }
    } catch (error) {
      const found = (isFailure(error) && error.data?.problem?.errors) || []
      return found.length > 0 ? shown(found, values) : { ...nothing, refusal: [failureText(error)] }
    }
  }

  function enter(next: Entered) {
    setTold(nothing)
    setOutcome(undefined)
    setEntered(next)
  }

  return {
    ...{ values, applicationId, errors, refusal, plan, outcome },
    isPlanning: call.isPending && call.variables.body.validateOnly === true,
    isApplying: call.isPending && call.variables.body.validateOnly === false,
    change(name: string, value: FieldValue) {
      enter({ ...entered, values: { ...values, [name]: value } })
    },
    rename(id: string) {
      enter({ ...entered, applicationId: id })
    },
    async makePlan() {
      setTold(nothing)
      setOutcome(undefined)
      setTold({ ...(await run(true)), of: entered })
    },
    async carryOut() {
      const { plan: done, ...failed } = await run(false)
      setOutcome(done)
      if (!done) return setTold(failed)
      // The created resources appear on many pages.
      await cache.invalidateQueries()
    },
  }
}

/** Assigns faults to fields. The first of those without a field are shown below the form. */
function shown(faults: readonly Fault[], values: FormValues): Told {
  const { fields, rest } = placeFaults(faults, (path) => fieldOf(values, path))
  const lines = rest.slice(0, SHOWN).map(({ pointer, detail }) => `${pointer} ${detail}`)
  const left = rest.length - lines.length
  return { errors: fields, refusal: left > 0 ? [...lines, texts.more(left)] : lines }
}
