'use client'

import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { firstField } from '#form/first-field.ts'
import { FormActions } from '#form/form-actions.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/account-passkeys.tsx'

interface NameDialogProps {
  readonly title: string
  readonly submit: string
  readonly opened: boolean
  readonly name: string
  /** Resolves to the error message if it failed. */
  readonly onName: (name: string) => Promise<string | undefined>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks for a passkey's name. */
export function NameDialog({ title, opened, onClose, ...form }: NameDialogProps) {
  return (
    <FormDialog title={title} opened={opened} onClose={onClose}>
      <NameForm {...form} onClose={onClose} />
    </FormDialog>
  )
}

type NameFormProps = Omit<NameDialogProps, 'title' | 'opened'>

function NameForm({ submit, name, onName, onClose, children }: NameFormProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    setRefusal(undefined)
    if (given === '') return setFault(texts.nameMissing)
    setBusy(true)
    setRefusal(await onName(given))
    setBusy(false)
  }

  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {children}
        <TextInput
          label={texts.name}
          name="name"
          description={texts.nameHint}
          defaultValue={name}
          maxLength={100}
          autoComplete="off"
          {...firstField}
          error={fault}
          onChange={() => setFault(undefined)}
        />
        <FormActions submit={submit} isBusy={busy} refusal={refusal} onCancel={onClose} />
      </Stack>
    </form>
  )
}
