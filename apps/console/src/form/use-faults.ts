'use client'

import type { UseFormReturnType } from '@mantine/form'
import type { Fault } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText, isFailure, mayHaveWorked } from '#data/failure.ts'
import { placeFaults } from '#data/faults.ts'
import { useUnsaved } from './unsaved.tsx'

/**
 * Shows faults at a form's fields, and the remaining ones below the form. `fieldOf` returns the field for a path of
 * the body (`scopes.0.action` for `/body/scopes/0/action`), or undefined. It also reports unsaved input.
 */
export function useFaults<Values extends object>(
  form: UseFormReturnType<Values>,
  fieldOf: (values: Values, path: string, pointer: string) => string | undefined,
) {
  const cache = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<string>()
  useUnsaved(form.isDirty())

  function show(faults: readonly Fault[]) {
    const { fields, rest } = placeFaults(faults, (path, pointer) =>
      fieldOf(form.getValues(), path, pointer),
    )
    form.setErrors(fields)
    setRefusal(rest.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ') || undefined)
    // Waits until React has marked the fields.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  /** `mayExist` says what to do if the call created something all the same. Lists are then refetched, which show it. */
  function showFailure(error: unknown, mayExist?: string) {
    const faults = (isFailure(error) && error.data?.problem?.errors) || []
    if (faults.length > 0) return show(faults)
    const isUncertain = mayExist !== undefined && mayHaveWorked(error)
    setRefusal(isUncertain ? `${failureText(error)} ${mayExist}` : failureText(error))
    if (isUncertain) void cache.invalidateQueries()
  }

  return { element, refusal, show, showFailure, clear: () => setRefusal(undefined) }
}
