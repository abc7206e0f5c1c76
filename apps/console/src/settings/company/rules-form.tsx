'use client'

import { Alert, Button, Checkbox, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useTRPCClient } from '#data/trpc.ts'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/settings-company.ts'
import { numberOrNone } from '../number-or-none.ts'
import { type Company, refusalOf, useChange } from './use-company.ts'

/** The organization's rules for the sessions of all members. */
export function RulesForm({ company: { rules, hourBounds, etags } }: { company: Company }) {
  const client = useTRPCClient()
  const form = useForm<Values>({
    initialValues: { ...rules, sessionHours: rules.sessionHours ?? '' },
    validate: { sessionHours: numberOrNone(texts.rules.notHours) },
  })
  const save = useChange(
    ({ sessionHours, ...rest }: Values) =>
      client.company.setRules.mutate({
        ...rest,
        sessionHours: sessionHours === '' ? null : Number(sessionHours),
        ifMatch: etags.rules,
      }),
    () => {
      form.resetDirty()
      notifications.show({ message: texts.rules.saved })
    },
  )
  useUnsaved(form.isDirty())
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <LockedWhile isBusy={save.isPending}>
        <Stack gap="md">
          <Checkbox
            label={texts.rules.company}
            description={texts.rules.companyHint}
            {...form.getInputProps('requireCompany', { type: 'checkbox' })}
          />
          <Checkbox
            label={texts.rules.secondFactor}
            description={texts.rules.secondFactorHint}
            {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
          />
          <NumberInput
            label={texts.rules.sessionHours}
            description={texts.rules.sessionHoursHint(hourBounds.min, hourBounds.max)}
            hideControls
            {...form.getInputProps('sessionHours')}
          />
          <div role="alert">{save.error && <Alert color="red">{refusalOf(save.error)}</Alert>}</div>
          <div>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {texts.rules.save}
            </Button>
          </div>
        </Stack>
      </LockedWhile>
    </form>
  )
}

interface Values extends Omit<Company['rules'], 'sessionHours'> {
  /** The value of the field; empty means no limit. */
  readonly sessionHours: number | string
}
