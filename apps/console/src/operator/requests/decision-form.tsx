'use client'

import { Alert, Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useUnsaved } from '#form/unsaved.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { texts } from '#texts/operator-requests.ts'
import { asAsked, toFigures, toQuota } from '../figures.ts'
import { FiguresFields } from '../figures-fields.tsx'
import { refusalOf } from '../refusals.ts'
import { QuotaField } from '../storage/quota-field.tsx'
import { TermsFields } from '../terms-fields.tsx'

/** Grants a request in full or in part, permanently or until a time, or declines it. Both need a reason. */
export function DecisionForm({ request }: { request: RouterOutput['operator']['request'] }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const form = useForm({ initialValues: asAsked(request) })
  useUnsaved(form.isDirty())
  const [refusal, setRefusal] = useState<string>()

  /** Called if another operator decided first. The page then shows their decision. */
  function showDecided(message: string | undefined) {
    notifications.show({ color: 'red', message })
    void cache.invalidateQueries(trpc.operator.pathFilter())
  }

  const outcome = {
    async onSuccess({ status }: { status: string }) {
      const { granted, declined } = texts.request
      notifications.show({ message: status === 'Granted' ? granted : declined })
      await cache.invalidateQueries(trpc.operator.pathFilter())
    },
    onError(error: unknown) {
      const { fields, text } = refusalOf(error)
      form.setErrors(fields)
      setRefusal(text)
      if (isFailure(error) && error.data?.code === 'CONFLICT') showDecided(text)
    },
    onMutate() {
      form.clearErrors()
      setRefusal(undefined)
    },
  }
  const grant = useMutation(trpc.operator.grant.mutationOptions(outcome))
  const decline = useMutation(trpc.operator.decline.mutationOptions(outcome))
  const isBusy = grant.isPending || decline.isPending

  const submit = form.onSubmit(({ limits, storage, reason, until }) =>
    grant.mutate({
      ...{ id: request.id, limits: limits.map(toFigures), storage: storage.map(toQuota) },
      ...{ reason, until: (limits.length > 0 && until) || null },
    }),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={560}>
        {form.values.limits.map(({ tier }, index) => (
          <FiguresFields
            key={tier}
            organizationId={request.organizationId}
            form={form}
            index={index}
          />
        ))}
        {form.values.storage.map(({ kind }, index) => (
          <QuotaField key={kind} kind={kind} {...form.getInputProps(`storage.${index}.gib`)} />
        ))}
        <TermsFields form={form} />
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
        <Group>
          <Button type="submit" loading={grant.isPending} disabled={isBusy}>
            {texts.request.grant}
          </Button>
          <Button
            variant="default"
            loading={decline.isPending}
            disabled={isBusy}
            onClick={() => decline.mutate({ id: request.id, reason: form.values.reason })}
          >
            {texts.request.decline}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
