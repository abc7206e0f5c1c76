'use client'

import { Alert, Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { firstField } from '#form/first-field.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { texts } from '#texts/explore-views.ts'
import classes from './saved-views.module.css'

export type View = RouterOutput['savedViews']['list'][number]

/** Saves the current query under a name. An existing name replaces that view. */
export function SaveView({ query, views }: { query: string; views: readonly View[] }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const same = views.find((view) => view.name === name.trim())
  const { mutate, error, isPending } = useMutation(
    trpc.savedViews.save.mutationOptions({
      async onSuccess(saved) {
        setName('')
        notifications.show({ message: texts.done(saved.name) })
        await cache.invalidateQueries(trpc.savedViews.list.pathFilter())
      },
    }),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') mutate({ id: same?.id, name: name.trim(), query })
  }

  return (
    <form onSubmit={submit} className={classes.save}>
      <div className={classes.fields}>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          maxLength={100}
          {...firstField}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
          {same ? texts.replace : texts.save}
        </Button>
      </div>
      <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
    </form>
  )
}
