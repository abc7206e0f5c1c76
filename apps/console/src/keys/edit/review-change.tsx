'use client'

import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core'
import type { Key } from '@sluice/contract'
import { useEffect, useEffectEvent } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import classes from '#form/form-actions.module.css'
import { texts } from '#texts/keys-change.tsx'
import type { KeyChange } from './change.ts'
import { ReplayResult } from './replay-result.tsx'
import { useReplay } from './use-replay.ts'
import { WhatChanges } from './what-changes.tsx'

interface ReviewChangeProps {
  readonly record: Key
  readonly change: KeyChange
  readonly isBusy: boolean
  readonly onSave: () => void
  readonly onBack: () => void
  /** The server rejects the change itself, for example an address with host bits. */
  readonly onRefusal: (error: unknown) => void
}

/** A change of scopes or addresses, and its effect on the calls of the last 7 days. */
export function ReviewChange(props: ReviewChangeProps) {
  const { record, change, isBusy, onSave, onBack, onRefusal } = props
  const { data, error, isFetching } = useReplay(record.id, change)
  const refused = useEffectEvent(onRefusal)
  const isRefusal = isFailure(error) && error.data?.httpStatus === 400

  useEffect(() => {
    if (isRefusal) refused(error)
  }, [isRefusal, error])

  const refuses = (data?.refused ?? 0) > 0
  return (
    <Stack gap="md">
      <WhatChanges record={record} change={change} />
      <div role="status">
        {isFetching && <Skeleton height={64} aria-label={texts.review.replaying} />}
        {data && <ReplayResult replay={data} />}
      </div>
      {error && !isRefusal && (
        <Alert color="yellow" title={texts.review.failed}>
          {failureText(error)}
        </Alert>
      )}
      <Group justify="flex-end" className={classes.actions ?? ''}>
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          {texts.review.back}
        </Button>
        <Button
          {...(refuses && { color: 'red' })}
          loading={isBusy}
          disabled={isFetching}
          onClick={onSave}
        >
          {refuses ? texts.review.saveAnyway : texts.review.save}
        </Button>
      </Group>
    </Stack>
  )
}
