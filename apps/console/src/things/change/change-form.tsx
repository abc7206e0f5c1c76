'use client'

import { Radio, Select, Stack, TagsInput, Text } from '@mantine/core'
import { type ThingChange, thingStatuses } from '@sluice/contract'
import { type FormEvent, useState } from 'react'
import { ChoiceMultiSelect } from '#choices/choice-multi-select.tsx'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { FormActions } from '#form/form-actions.tsx'
import { LabelRows } from '#form/label-rows.tsx'
import { type ChangeDraft, type ChangeKind, changeOf, draftOf } from './draft.ts'

interface ChangeFormProps {
  readonly kind: ChangeKind
  /** What was wanted before. */
  readonly last: ThingChange
  readonly onPlan: (change: ThingChange) => void
  readonly onCancel: () => void
}

/** What is to change of every thing. Nothing changes before its plan has been seen. */
export function ChangeForm({ kind, last, onPlan, onCancel }: ChangeFormProps) {
  const [draft, setDraft] = useState(() => draftOf(last))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string>()
  const set = (change: Partial<ChangeDraft>) => setDraft({ ...draft, ...change })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { change, faults } = changeOf(kind, draft)
    const isEmpty = Object.keys(change).length === 0
    setErrors(faults)
    setRefusal(isEmpty ? 'Choose what is to change.' : undefined)
    if (!isEmpty && Object.keys(faults).length === 0) onPlan(change)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {kind === 'move' && <MoveFields draft={draft} set={set} error={errors.site} />}
        {kind === 'edit' && <EditFields draft={draft} set={set} errors={errors} />}
        {kind === 'retire' && (
          <Text size="sm">
            Retired things take no data and are expected to send none. What they sent stays
            readable. The next step shows what changes, thing by thing.
          </Text>
        )}
        <FormActions submit="Plan" refusal={refusal} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly draft: ChangeDraft
  readonly set: (change: Partial<ChangeDraft>) => void
}

function MoveFields({ draft, set, error }: FieldsProps & { error: string | undefined }) {
  return (
    <>
      <Radio.Group
        label="Site"
        value={draft.site}
        onChange={(site) => set({ site: site as ChangeDraft['site'] })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="keep" label="Leave as it is" />
          <Radio value="into" label="Move into a site" />
          <Radio value="out" label="Take out of their sites" />
        </Stack>
      </Radio.Group>
      {draft.site === 'into' && (
        <ChoiceSelect
          kind="site"
          label="New site"
          placeholder="Choose a site"
          value={draft.siteId}
          error={error}
          onChange={(siteId) => set({ siteId })}
        />
      )}
      <ChoiceMultiSelect
        kind="fleet"
        label="Add to fleets"
        value={draft.addFleetIds}
        onChange={(addFleetIds) => set({ addFleetIds })}
      />
      <ChoiceMultiSelect
        kind="fleet"
        label="Remove from fleets"
        value={draft.removeFleetIds}
        onChange={(removeFleetIds) => set({ removeFleetIds })}
      />
    </>
  )
}

const statuses = thingStatuses.map((value) => ({ value, label: value }))

function EditFields({ draft, set, errors }: FieldsProps & { errors: Record<string, string> }) {
  return (
    <>
      <Select
        label="Status"
        placeholder="Leave as it is"
        data={statuses}
        value={draft.status}
        onChange={(status) => set({ status: status as ChangeDraft['status'] })}
        clearable
        clearButtonProps={{ 'aria-label': 'Leave the status as it is' }}
      />
      <LabelRows value={draft.labels} onChange={(labels) => set({ labels })} errors={errors} />
      <TagsInput
        label="Remove labels"
        description="Names, each followed by Enter"
        value={[...draft.removed]}
        onChange={(removed) => set({ removed })}
      />
    </>
  )
}
