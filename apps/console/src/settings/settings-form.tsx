'use client'

import { Alert, Button, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { Organization } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { placeFaults } from '#data/faults.ts'
import { useTRPC } from '#data/trpc.ts'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { texts } from '#texts/settings.ts'
import { leakChoices } from './leak-choices.ts'
import { numberOrNone } from './number-or-none.ts'
import classes from './settings-form.module.css'

/** The organization's name, its retention of samples, and what happens to leaked keys. */
export function SettingsForm({ organization }: { organization: Organization }) {
  const { name, leakedKeys, retentionDays } = organization
  const form = useForm<Values>({
    initialValues: { name, leakedKeys, retentionDays: retentionDays ?? '' },
    validate: { retentionDays: numberOrNone(texts.notDays) },
  })
  const mayChange = useMayChange()
  const [refusal, setRefusal] = useState<string>()
  const { save, isPending } = useSave(organization.etag)
  useUnsaved(form.isDirty())

  const submit = form.onSubmit(async (values) => {
    setRefusal(undefined)
    try {
      await save({ ...values, retentionDays: daysOf(values.retentionDays) })
      form.resetDirty()
    } catch (error) {
      const faults = (isFailure(error) && error.data?.problem?.errors) || []
      const { fields, rest } = placeFaults(faults, (path) => (path in values ? path : undefined))
      form.setErrors(fields)
      if (rest.length > 0 || Object.keys(fields).length === 0) setRefusal(failureText(error))
    }
  })

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <LockedWhile isBusy={isPending}>
        <Stack gap="lg">
          <TextInput
            label={texts.name}
            maxLength={200}
            readOnly={!mayChange}
            {...form.getInputProps('name')}
          />
          <NumberInput
            label={texts.retention}
            description={texts.retentionHint}
            hideControls
            readOnly={!mayChange}
            {...form.getInputProps('retentionDays')}
          />
          <Radio.Group
            label={texts.leaked}
            description={texts.leakedHint}
            readOnly={!mayChange}
            {...form.getInputProps('leakedKeys')}
          >
            <Stack gap="xs" mt="xs">
              {leakChoices.map(({ value, label, description }) => (
                <Radio
                  key={value}
                  value={value}
                  label={label}
                  description={description}
                  disabled={!mayChange}
                  size="xs"
                />
              ))}
            </Stack>
          </Radio.Group>
          <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
          {mayChange ? (
            <div>
              <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
                {texts.save}
              </Button>
            </div>
          ) : (
            <p className={classes.note}>{texts.readOnly}</p>
          )}
        </Stack>
      </LockedWhile>
    </form>
  )
}

interface Values extends Pick<Organization, 'name' | 'leakedKeys'> {
  /** The value of the field; empty means no limit. */
  readonly retentionDays: number | string
}

function daysOf(field: Values['retentionDays']): number | null {
  return field === '' ? null : Number(field)
}

function useSave(etag: string) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const router = useRouter()
  const { mutateAsync, isPending } = useMutation(
    trpc.organization.update.mutationOptions({
      onSuccess() {
        notifications.show({ message: texts.saved })
        void cache.invalidateQueries(trpc.organization.pathFilter())
        void cache.invalidateQueries(trpc.audit.pathFilter())
        // The frame shows the organization's name.
        router.refresh()
      },
    }),
  )
  const save = (body: Pick<Organization, 'name' | 'leakedKeys' | 'retentionDays'>) =>
    mutateAsync({ body, ifMatch: `"${etag}"` })
  return { save, isPending }
}
