'use client'

import { Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { OperationName } from '@sluice/contract'
import type { ReactNode } from 'react'
import { texts } from '#texts/form.ts'
import { type CommonValues, fieldOf as fieldOfCommon } from './common-values.ts'
import { contractFaults } from './contract-faults.ts'
import { FormActions } from './form-actions.tsx'
import { LabelRows } from './label-rows.tsx'
import { LockedWhile } from './locked-while.tsx'
import type { Reading } from './reading.ts'
import { useFaults } from './use-faults.ts'

export type ResourceFormOf<Values> = UseFormReturnType<Values>

export interface ResourceFormProps<Values extends CommonValues, Body extends object> {
  readonly initial: Values
  /** Reads the form into the body of the call; for an update only what differs. */
  readonly read: (values: Values) => Reading<Body>
  /** The operation that the body is for. */
  readonly operation: OperationName
  readonly submit: string
  /** Returns false if nothing was saved; `notice` says why. */
  readonly save: (body: Body) => Promise<unknown>
  readonly notice?: ReactNode
  readonly onClose: () => void
  /** Called after a save; defaults to `onClose`. */
  readonly onSaved?: () => void
  /** Maps faults to fields, for forms whose fields are not all members of the body. */
  readonly fieldOf?: (values: Values, path: string, pointer: string) => string | undefined
  /** The fields above the labels. */
  readonly children: (form: ResourceFormOf<Values>) => ReactNode
}

/**
 * The form of a resource. The contract's schema validates it before sending and the server afterwards; both show
 * errors at the fields. If nothing changed, submitting just closes it.
 */
export function ResourceForm<Values extends CommonValues, Body extends object>(
  props: ResourceFormProps<Values, Body>,
) {
  const {
    initial,
    read,
    operation,
    submit,
    save,
    notice,
    onClose,
    onSaved = onClose,
    children,
    fieldOf = fieldOfCommon,
  } = props
  const form = useForm<Values>({ initialValues: initial })
  const faults = useFaults(form, fieldOf)

  const onSubmit = form.onSubmit(async (values) => {
    faults.clear()
    const reading = read(values)
    if (reading.faults.length > 0) return faults.show(reading.faults)
    if (Object.keys(reading.body).length === 0) return onClose()
    try {
      const refused = await contractFaults(operation, reading.body)
      if (refused.length > 0) return faults.show(refused)
      if ((await save(reading.body)) === false) return
      form.resetDirty()
      onSaved()
    } catch (error) {
      faults.showFailure(error, operation.endsWith('.create') ? texts.mayExist : undefined)
    }
  })

  return (
    <form ref={faults.element} onSubmit={onSubmit} noValidate>
      <LockedWhile isBusy={form.submitting}>
        <Stack gap="md">
          {children(form)}
          <LabelRows
            value={form.values.labels}
            onChange={form.getInputProps('labels').onChange}
            errors={form.errors}
          />
        </Stack>
      </LockedWhile>
      <FormActions
        submit={submit}
        isBusy={form.submitting}
        notice={notice}
        refusal={faults.refusal}
        onCancel={onClose}
      />
    </form>
  )
}
