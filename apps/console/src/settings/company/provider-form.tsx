'use client'

import { Alert, Button, Group, Input, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { CopyLine } from '#copy/copy-line.tsx'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import classes from './company.module.css'
import { Tested } from './tested.tsx'
import { type Company, refusalOf, useChange } from './use-company.ts'

const joinChoices = [
  { value: '', label: 'Need an invitation' },
  { value: 'viewer', label: 'May join as viewer' },
  { value: 'admin', label: 'May join as admin' },
]

const required = (missing: string) => (value: string) => (value.trim() === '' ? missing : null)

/** The organization's provider. The secret goes in, and never comes back. */
export function ProviderForm({ company }: { company: Company }) {
  const { provider, redirectUri } = company
  const client = useTRPCClient()
  const [removes, setRemoves] = useState(false)
  const form = useForm({
    initialValues: {
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      joinRole: provider?.joinRole ?? '',
    },
    validate: {
      issuer: required('Enter the issuer.'),
      clientId: required('Enter the client id.'),
      clientSecret: (value) => (provider || value !== '' ? null : 'Enter the client secret.'),
    },
  })
  const save = useChange(
    ({ clientSecret, joinRole, ...rest }: typeof form.values) =>
      client.company.setProvider.mutate({
        ...rest,
        ...(clientSecret !== '' && { clientSecret }),
        joinRole: joinRole === 'viewer' || joinRole === 'admin' ? joinRole : null,
      }),
    () => notifications.show({ message: 'Company sign-in saved.' }),
  )
  const test = useChange((issuer: string) => client.company.test.mutate({ issuer }))

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <Input.Wrapper
          label="Redirect URI"
          description="Register a web application at your provider with exactly this one."
        >
          <div className={classes.copied}>
            <CopyLine text={redirectUri} what="the redirect URI" />
          </div>
        </Input.Wrapper>
        <TextInput
          label="Issuer"
          description="The https URL by which the provider calls itself."
          placeholder="https://login.acme.example"
          spellCheck={false}
          autoComplete="off"
          maxLength={2000}
          {...form.getInputProps('issuer')}
        />
        <TextInput
          label="Client id"
          spellCheck={false}
          autoComplete="off"
          maxLength={500}
          {...form.getInputProps('clientId')}
        />
        <PasswordInput
          label="Client secret"
          description={
            provider
              ? 'One is kept, and is never shown. Enter another to replace it.'
              : 'It is kept encrypted, and is never shown again.'
          }
          autoComplete="new-password"
          maxLength={1000}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the client secret' }}
          {...form.getInputProps('clientSecret')}
        />
        <Select
          label="New people with an address of your domains"
          data={joinChoices}
          allowDeselect={false}
          {...form.getInputProps('joinRole')}
        />
        <Tested
          isBusy={test.isPending}
          outcome={test.data as Outcome | undefined}
          fault={test.error ? refusalOf(test.error) : undefined}
        />
        <div role="alert">{save.error && <Alert color="red">{refusalOf(save.error)}</Alert>}</div>
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={form.values.issuer.trim() === ''}
            onClick={() => test.mutate(form.values.issuer)}
          >
            Test
          </Button>
          {provider && (
            <Button variant="default" onClick={() => setRemoves(true)}>
              Remove…
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        title="Remove company sign-in?"
        action="Remove"
        done="Company sign-in is removed."
        act={() => client.company.removeProvider.mutate()}
        opened={removes}
        onClose={() => setRemoves(false)}
      >
        Everybody who is signed in by it is signed out of this organization. People without a
        password of their own cannot come back until it is set up again.
      </ConfirmDialog>
    </form>
  )
}

type Outcome = Parameters<typeof Tested>[0]['outcome']
