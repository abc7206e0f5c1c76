'use client'

import { NumberInput, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  budgetTiers,
  limitRequestDraft,
  type StorageQuota,
  sizeText,
  storageKinds,
  type TierLimit,
} from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { faultsOf } from '#data/faults.ts'
import { useTRPC } from '#data/trpc.ts'
import { FormActions } from '#form/form-actions.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { TimeField } from '#form/time-field.tsx'
import { useFaults } from '#form/use-faults.ts'
import { texts } from '#texts/limits.ts'
import { storageQuery, usedText } from '../storage/storage.ts'
import { figuresOf, tierUses } from '../tiers.ts'
import { useLimitUse } from '../use-limit-use.ts'
import { emptyRequest, fieldOf, toDraft } from './draft.ts'
import { usedWords } from './words.ts'

interface RequestFormProps {
  readonly limits: readonly TierLimit[]
  readonly isBusy: boolean
  readonly onSubmit: (draft: ReturnType<typeof toDraft>) => Promise<unknown>
  readonly onCancel: () => void
}

/** A request for higher limits. Each tier is shown with its current limit and usage. */
export function RequestForm({ limits, isBusy, onSubmit, onCancel }: RequestFormProps) {
  const form = useForm({ initialValues: emptyRequest })
  const trpc = useTRPC()
  const use = useLimitUse().data
  const storage = useQuery(trpc.organization.storage.queryOptions(storageQuery)).data
  const faults = useFaults(form, fieldOf)

  const submit = form.onSubmit(async (values) => {
    faults.clear()
    const draft = toDraft(values)
    const checked = limitRequestDraft.safeParse(draft)
    if (checked.error) return faults.show(faultsOf(checked.error))
    try {
      await onSubmit(draft)
    } catch (error) {
      faults.showFailure(error)
    }
  })

  return (
    <form ref={faults.element} onSubmit={submit} noValidate>
      <LockedWhile isBusy={isBusy}>
        <Stack gap="md">
          {budgetTiers.map((tier) => (
            <NumberInput
              key={tier}
              label={texts.request.perMinute(tier)}
              description={[
                `${tierUses[tier]}.`,
                nowOf(limits.find((one) => one.tier === tier)),
                usedWords(use?.tiers.find((one) => one.tier === tier)),
              ].join(' ')}
              placeholder={texts.request.unchanged}
              thousandSeparator=","
              hideControls
              {...form.getInputProps(tier)}
            />
          ))}
          {storageKinds.map((kind) => (
            <NumberInput
              key={kind}
              label={texts.request.storage(kind)}
              description={[
                texts.storage.kinds[kind],
                storedNow(storage?.items.find((one) => one.kind === kind)),
              ].join(' ')}
              placeholder={texts.request.unchanged}
              thousandSeparator=","
              hideControls
              {...form.getInputProps(kind)}
            />
          ))}
          <Textarea
            label={texts.request.why}
            description={texts.request.whyHint}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('reason')}
          />
          <TimeField
            label={texts.request.until}
            description={texts.request.untilHint}
            maw={320}
            {...form.getInputProps('until')}
          />
        </Stack>
      </LockedWhile>
      <FormActions
        submit={texts.request.send}
        isBusy={isBusy}
        refusal={faults.refusal}
        onCancel={onCancel}
      />
    </form>
  )
}

function nowOf(limit: TierLimit | undefined): string {
  return limit ? texts.request.now(figuresOf(limit)) : texts.request.notSet
}

function storedNow(quota: StorageQuota | undefined): string {
  if (!quota) return ''
  return texts.request.stored(usedText(quota), sizeText(quota.mostBytes))
}
