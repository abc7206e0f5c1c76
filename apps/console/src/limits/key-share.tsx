'use client'

import { Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Key } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { FormActions } from '#form/form-actions.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useFaults } from '#form/use-faults.ts'
import { useSaveOver } from '#form/use-save-over.tsx'
import { BudgetShareField } from '#keys/budget/budget-share-field.tsx'
import { budgetWords } from '#keys/budget/budget-words.ts'
import { useUpdate } from '#keys/edit/use-update.ts'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/limits.ts'

interface KeyShareProps {
  readonly keyId: string
  readonly name: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Changes a key's share of the limits where its usage is shown. */
export function KeyShare({ keyId, name, opened, onClose }: KeyShareProps) {
  const trpc = useTRPC()
  const { data, error } = useQuery({
    ...trpc.keys.get.queryOptions({ params: { keyId }, query: {} }),
    enabled: opened,
  })
  return (
    <FormDialog title={texts.share.title(name)} opened={opened} onClose={onClose}>
      {data && <ShareForm record={data} onClose={onClose} />}
      {error && !data && <Text size="sm">{failureText(error)}</Text>}
      {!data && !error && <Skeleton height={120} />}
    </FormDialog>
  )
}

function ShareForm({ record: latest, onClose }: { record: Key; onClose: () => void }) {
  const { row: record, save, notice } = useSaveOver(latest)
  const form = useForm({
    initialValues: { budgetShare: record.budgetShare ?? ('' as number | string) },
  })
  const faults = useFaults(form, (_, path) => (path === 'budgetShare' ? path : undefined))
  const { update, isPending } = useUpdate()

  const submit = form.onSubmit(async ({ budgetShare }) => {
    faults.clear()
    try {
      const change = { budgetShare: budgetShare === '' ? null : Number(budgetShare) }
      if (await save((over) => update(over, change))) onClose()
    } catch (error) {
      faults.showFailure(error)
    }
  })

  return (
    <form ref={faults.element} onSubmit={submit} noValidate>
      <LockedWhile isBusy={isPending}>
        <Stack gap="md">
          <Text size="sm">{texts.share.now(budgetWords(record.budgetShare))}</Text>
          <BudgetShareField field={form.getInputProps('budgetShare')} isFirst />
        </Stack>
      </LockedWhile>
      <FormActions
        submit={common.save}
        isBusy={isPending}
        notice={notice}
        refusal={faults.refusal}
        onCancel={onClose}
      />
    </form>
  )
}
