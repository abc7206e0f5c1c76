'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Key } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { failureText, isFailure } from '#data/failure.ts'
import { placeFaults } from '#data/faults.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/keys-change.tsx'
import { useOwnAddress } from '../address/own-address.tsx'
import { CheckFields } from './check-fields.tsx'
import { emptyQuestion, type Question, questionOf } from './question.ts'
import { Verdict } from './verdict.tsx'

/** A dry run: evaluates a described call step by step, without using budget. */
export function CheckCall({ record }: { record: Key }) {
  const trpc = useTRPC()
  const own = useOwnAddress()
  const form = useForm<Question>({
    initialValues: emptyQuestion('things.list', record.lastUsedIp ?? own),
    onValuesChange: () => check.reset(),
  })
  const check = useMutation(
    trpc.keys.check.mutationOptions({
      onError(error) {
        const faults = (isFailure(error) && error.data?.problem?.errors) || []
        form.setErrors(placeFaults(faults, fieldOf).fields)
      },
    }),
  )
  const submit = form.onSubmit((values) => {
    try {
      check.mutate({ params: { keyId: record.id }, body: questionOf(values) })
    } catch {
      form.setFieldError('body', texts.check.notJson)
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CheckFields form={form} />
        <div>
          <Button type="submit" variant="default" loading={check.isPending}>
            {texts.check.action}
          </Button>
        </div>
        <div role="status">
          {check.data && <Verdict check={check.data} />}
          {check.error && <Alert color="red">{failureText(check.error)}</Alert>}
        </div>
      </Stack>
    </form>
  )
}

/** The form's field for a fault's path. Faults of the call itself are part of the verdict. */
function fieldOf(path: string): string | undefined {
  return ['operation', 'address', 'at'].includes(path) || path.startsWith('params.')
    ? path
    : undefined
}
