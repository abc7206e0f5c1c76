'use client'

import { Alert, Button, Group, NumberInput, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  budgetTiers,
  type Fault,
  limitRequestDraft,
  type StorageQuota,
  sizeText,
  storageKinds,
  type TierLimit,
} from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { faultsOf, placeFaults } from '#data/faults.ts'
import { useTRPC } from '#data/trpc.ts'
import { TimeField } from '#form/time-field.tsx'
import { useLeave, useUnsaved } from '#form/unsaved.tsx'
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
  const cancel = useLeave(onCancel)
  useUnsaved(form.isDirty())
  const [refusal, setRefusal] = useState<string>()

  function show(faults: readonly Fault[]) {
    const { fields, rest } = placeFaults(faults, (path) => fieldOf(form.values, path))
    form.setErrors(fields)
    setRefusal(rest.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ') || undefined)
  }

  const submit = form.onSubmit(async (values) => {
    setRefusal(undefined)
    const draft = toDraft(values)
    const checked = limitRequestDraft.safeParse(draft)
    if (checked.error) return show(faultsOf(checked.error))
    try {
      await onSubmit(draft)
    } catch (error) {
      const faults = (isFailure(error) && error.data?.problem?.errors) || []
      if (faults.length > 0) show(faults)
      else setRefusal(failureText(error))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
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
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel} disabled={isBusy}>
            {texts.request.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.request.send}
          </Button>
        </Group>
      </Stack>
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
