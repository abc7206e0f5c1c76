'use client'

import { Alert, Button, Checkbox, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useTRPCClient } from '#data/trpc.ts'
import { type Company, refusalOf, useChange } from './use-company.ts'

/** What the organization asks of everybody's session. */
export function RulesForm({ company: { rules, hourBounds } }: { company: Company }) {
  const client = useTRPCClient()
  const form = useForm<Values>({
    initialValues: { ...rules, sessionHours: rules.sessionHours ?? '' },
  })
  const save = useChange(
    ({ sessionHours, ...rest }: Values) =>
      client.company.setRules.mutate({
        ...rest,
        sessionHours: sessionHours === '' ? null : Number(sessionHours),
      }),
    () => notifications.show({ message: 'Rules saved.' }),
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <Checkbox
          label="Require company sign-in"
          description="Passwords and passkeys no longer open this organization. Sign in with your company before you switch it on."
          {...form.getInputProps('requireCompany', { type: 'checkbox' })}
        />
        <Checkbox
          label="Require a second factor"
          description="An authenticator app or a passkey, of those who sign in without the company. With it, your provider decides."
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
        <NumberInput
          label="Sessions last at most, in hours"
          description={`Counted from signing in, ${hourBounds.min} to ${hourBounds.max}. Empty: a week after their last use.`}
          hideControls
          maw={360}
          {...form.getInputProps('sessionHours')}
        />
        <div role="alert">{save.error && <Alert color="red">{refusalOf(save.error)}</Alert>}</div>
        <div>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save rules
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface Values extends Omit<Company['rules'], 'sessionHours'> {
  /** As the field has it: empty without a bound. */
  readonly sessionHours: number | string
}
