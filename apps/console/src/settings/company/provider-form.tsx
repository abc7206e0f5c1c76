'use client'

import { Alert, Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/settings-company.ts'
import { type ProviderDraft, ProviderFields } from './provider-fields.tsx'
import { Tested } from './tested.tsx'
import { type Company, refusalOf, useChange } from './use-company.ts'

const required = (missing: string) => (value: string) => (value.trim() === '' ? missing : null)

/** The organization's provider. The secret is write-only. */
export function ProviderForm({ company }: { company: Company }) {
  const { provider, etags } = company
  const client = useTRPCClient()
  const [removes, setRemoves] = useState(false)
  const form = useForm<ProviderDraft>({
    initialValues: {
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      joinRole: provider?.joinRole ?? '',
    },
    validate: {
      issuer: required(texts.provider.issuerMissing),
      clientId: required(texts.provider.clientIdMissing),
      clientSecret: (value) =>
        provider || value !== '' ? null : texts.provider.clientSecretMissing,
    },
    onValuesChange({ issuer }, before) {
      // The result is of the other issuer.
      if (issuer !== before.issuer) test.reset()
    },
  })
  const save = useChange(
    ({ clientSecret, joinRole, ...rest }: ProviderDraft) =>
      client.company.setProvider.mutate({
        ...rest,
        ...(clientSecret !== '' && { clientSecret }),
        joinRole: joinRole === 'viewer' || joinRole === 'admin' ? joinRole : null,
        ifMatch: etags.provider,
      }),
    () => {
      form.resetDirty()
      notifications.show({ message: texts.provider.saved })
    },
  )
  useUnsaved(form.isDirty())
  const test = useChange((issuer: string) => client.company.test.mutate({ issuer }))

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <LockedWhile isBusy={save.isPending}>
        <Stack gap="md">
          <ProviderFields form={form} company={company} />
          <Tested
            isBusy={test.isPending}
            outcome={test.data as Outcome | undefined}
            fault={test.error ? refusalOf(test.error) : undefined}
          />
          <div role="alert">{save.error && <Alert color="red">{refusalOf(save.error)}</Alert>}</div>
          <Group gap="xs">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {texts.provider.save}
            </Button>
            <Button
              variant="default"
              loading={test.isPending}
              disabled={form.values.issuer.trim() === ''}
              onClick={() => test.mutate(form.values.issuer)}
            >
              {texts.provider.test}
            </Button>
            {provider && (
              <Button variant="default" onClick={() => setRemoves(true)}>
                {texts.provider.removeOpens}
              </Button>
            )}
          </Group>
        </Stack>
      </LockedWhile>
      <ConfirmDialog
        title={texts.remove.title}
        action={texts.remove.action}
        done={texts.remove.done}
        act={() => client.company.removeProvider.mutate({ ifMatch: etags.provider })}
        opened={removes}
        onClose={() => setRemoves(false)}
      >
        {texts.remove.text}
      </ConfirmDialog>
    </form>
  )
}

type Outcome = Parameters<typeof Tested>[0]['outcome']
