'use client'

import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import classes from './account.module.css'
import { useReload } from './use-account.ts'

/** The name by which others and the audit log know the person. */
export function NameForm({ user }: { user: { readonly name: string; readonly email: string } }) {
  const trpc = useTRPC()
  const router = useRouter()
  const reload = useReload()
  const [name, setName] = useState(user.name)
  const { mutate, isPending, error } = useMutation(
    trpc.account.rename.mutationOptions({
      async onSuccess() {
        notifications.show({ message: 'Your name is saved.' })
        await reload()
        // The frame shows it.
        router.refresh()
      },
    }),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ name })
  }

  const isEmpty = name.trim() === ''
  return (
    <form onSubmit={submit} className={classes.form}>
      <Stack gap="md">
        <TextInput label="E-mail" value={user.email} readOnly description="It signs you in." />
        <TextInput
          label="Name"
          description="Others see it, and it is in the audit log."
          maxLength={200}
          autoComplete="name"
          value={name}
          error={isEmpty && 'Enter a name.'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
        <div>
          <Button type="submit" loading={isPending} disabled={isEmpty || name === user.name}>
            Save name
          </Button>
        </div>
      </Stack>
    </form>
  )
}
