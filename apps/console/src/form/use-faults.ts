'use client'

import type { UseFormReturnType } from '@mantine/form'
import type { Fault } from '@sluice/contract'
import { useRef, useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
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

  function showFailure(error: unknown) {
    const faults = (isFailure(error) && error.data?.problem?.errors) || []
    if (faults.length > 0) show(faults)
    else setRefusal(failureText(error))
  }

  return { element, refusal, show, showFailure, clear: () => setRefusal(undefined) }
}
