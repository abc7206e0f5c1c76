'use client'

import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/account.tsx'
import classes from './account.module.css'
import { useReload } from './use-account.ts'

/** The name under which others and the audit log show the user. */
export function NameForm({ user }: { user: { readonly name: string; readonly email: string } }) {
  const trpc = useTRPC()
  const router = useRouter()
  const reload = useReload()
  /** Undefined if nothing was typed since the last save: then a name that was saved elsewhere is shown. */
  const [entered, setEntered] = useState<string>()
  const typed = entered ?? user.name
  // As the server stores it.
  const name = typed.trim()
  const isSame = name === user.name.trim()
  useUnsaved(!isSame)
  const { mutate, isPending, error } = useMutation(
    trpc.account.rename.mutationOptions({
      async onSuccess() {
        notifications.show({ message: texts.profile.saved })
        await reload()
        setEntered(undefined)
        // The frame shows the name, too.
        router.refresh()
      },
    }),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ name })
  }

  const isEmpty = name === ''
  return (
    <form onSubmit={submit} className={classes.form}>
      <LockedWhile isBusy={isPending}>
        <Stack gap="md">
          <TextInput
            label={texts.profile.email}
            value={user.email}
            readOnly
            description={texts.profile.emailHint}
          />
          <TextInput
            label={texts.profile.name}
            description={texts.profile.nameHint}
            maxLength={200}
            autoComplete="name"
            value={typed}
            error={isEmpty && texts.profile.nameMissing}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
          <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
          <div>
            <Button type="submit" loading={isPending} disabled={isEmpty || isSame}>
              {texts.profile.save}
            </Button>
          </div>
        </Stack>
      </LockedWhile>
    </form>
  )
}
