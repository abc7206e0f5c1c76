'use client'

import { Alert, Button, Group, Textarea } from '@mantine/core'
import { type Call, type Mapping, mappingTrialLimits } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/mappings-trial.tsx'
import classes from './mapping-page.module.css'
import { TrialResult } from './trial-result.tsx'
import { trialSamples } from './trial-samples.ts'

/** An unsaved merge patch of a mapping's rules. */
export type TrialChange = NonNullable<Call<'mappings.try'>['body']['change']>

interface TrialProps {
  readonly mapping: Mapping
  /** Undefined if the form cannot be read. */
  readonly change: TrialChange | undefined
}

/** Shows what the mapping, including unsaved changes, would make of the given samples. */
export function Trial({ mapping, change }: TrialProps) {
  const [text, setText] = useState(trialSamples[mapping.protocol])
  const trial = useMutation(useTRPC().mappings.try.mutationOptions())
  const isReadable = change !== undefined
  const isChanged = !isReadable || Object.keys(change).length > 0
  const body = { text, change: change ?? {} }
  const run = () => trial.mutate({ params: { mappingId: mapping.id }, body })
  const isOutdated = !isReadable || JSON.stringify(trial.variables?.body) !== JSON.stringify(body)
  return (
    <div className={classes.trial}>
      <Textarea
        label={texts.samples}
        description={texts.samplesHint[mapping.protocol]}
        className={classes.samples ?? ''}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={mappingTrialLimits.characters}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          variant="default"
          onClick={run}
          loading={trial.isPending}
          disabled={text === '' || !isReadable}
        >
          {isChanged ? texts.actionChanged : texts.action}
        </Button>
        {isReadable ? texts.note : texts.unreadable}
      </Group>
      <div aria-live="polite">
        {trial.error && <Alert color="red">{failureText(trial.error)}</Alert>}
        {trial.data && isOutdated && <p className={classes.outdated}>{texts.outdated}</p>}
        {trial.data && <TrialResult trial={trial.data} />}
      </div>
    </div>
  )
}
