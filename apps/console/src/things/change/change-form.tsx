'use client'

import { Radio, Select, Stack, TagsInput, Text } from '@mantine/core'
import { type ThingChange, thingStatuses } from '@sluice/contract'
import { type FormEvent, useState } from 'react'
import { ChoiceMultiSelect } from '#choices/choice-multi-select.tsx'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { FormActions } from '#form/form-actions.tsx'
import { LabelRows } from '#form/label-rows.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/things-change.ts'
import { type ChangeDraft, type ChangeKind, changeOf, draftOf } from './draft.ts'

interface ChangeFormProps {
  readonly kind: ChangeKind
  /** The change entered before, if the user returns from the plan. */
  readonly last: ThingChange
  readonly onPlan: (change: ThingChange) => void
  readonly onCancel: () => void
}

const untouched = JSON.stringify(draftOf({}))

/** Asks for the change that is applied to every thing. Submitting only plans it. */
export function ChangeForm({ kind, last, onPlan, onCancel }: ChangeFormProps) {
  const [draft, setDraft] = useState(() => draftOf(last))
  useUnsaved(kind !== 'retire' && JSON.stringify(draft) !== untouched)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string>()
  const set = (change: Partial<ChangeDraft>) => setDraft({ ...draft, ...change })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { change, faults } = changeOf(kind, draft)
    const isEmpty = Object.keys(change).length === 0
    setErrors(faults)
    setRefusal(isEmpty ? texts.form.nothing : undefined)
    if (!isEmpty && Object.keys(faults).length === 0) onPlan(change)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {kind === 'move' && <MoveFields draft={draft} set={set} error={errors.site} />}
        {kind === 'edit' && <EditFields draft={draft} set={set} errors={errors} />}
        {kind === 'retire' && <Text size="sm">{texts.form.retired}</Text>}
        <FormActions submit={texts.form.submit} refusal={refusal} onCancel={onCancel} />
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
        label={texts.form.site.label}
        value={draft.site}
        onChange={(site) => set({ site: site as ChangeDraft['site'] })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="keep" label={texts.form.leave} />
          <Radio value="into" label={texts.form.site.into} />
          <Radio value="out" label={texts.form.site.out} />
        </Stack>
      </Radio.Group>
      {draft.site === 'into' && (
        <ChoiceSelect
          kind="site"
          label={texts.form.site.new}
          placeholder={texts.form.site.choose}
          value={draft.siteId}
          error={error}
          onChange={(siteId) => set({ siteId })}
        />
      )}
      <ChoiceMultiSelect
        kind="fleet"
        label={texts.form.fleets.add}
        value={draft.addFleetIds}
        onChange={(addFleetIds) => set({ addFleetIds })}
      />
      <ChoiceMultiSelect
        kind="fleet"
        label={texts.form.fleets.remove}
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
        label={texts.form.status}
        placeholder={texts.form.leave}
        data={statuses}
        value={draft.status}
        onChange={(status) => set({ status: status as ChangeDraft['status'] })}
        clearable
        clearButtonProps={{ 'aria-label': texts.form.leaveStatus }}
      />
      <LabelRows value={draft.labels} onChange={(labels) => set({ labels })} errors={errors} />
      <TagsInput
        label={texts.form.labels.remove}
        description={texts.form.labels.removeHint}
        value={[...draft.removed]}
        onChange={(removed) => set({ removed })}
      />
    </>
  )
}
