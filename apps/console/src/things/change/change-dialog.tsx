'use client'

import { Alert, Stack } from '@mantine/core'
import { FormDialog } from '#form/form-dialog.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { Working } from '#form/working.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/things-change.ts'
import { ChangeForm } from './change-form.tsx'
import type { ChangeKind } from './draft.ts'
import { mostThings, type Target } from './plan.ts'
import { Outcome, PlannedChange } from './planned-change.tsx'
import { type Stage, useChange } from './use-change.ts'

interface ChangeDialogProps {
  readonly kind: ChangeKind
  readonly target: Target
  readonly onClose: () => void
  /** Called after something was changed. */
  readonly onDone: () => void
}

/** Changes many things: asks for the change, shows the plan, then the outcome. */
export default function ChangeDialog({ kind, target, onClose, onDone }: ChangeDialogProps) {
  const { state, change, refusal, isStopping, plan, apply, again, stop } = useChange(target)
  const total = 'ids' in target ? target.ids.length : target.total
  const close = () => {
    stop()
    // Shows first what was changed before the stop.
    if (state.stage === 'applying') return
    if (state.stage === 'done') onDone()
    onClose()
  }
  return (
    <FormDialog title={texts.dialog.titles[kind](total)} opened onClose={close}>
      <div role="alert">
        {refusal && (
          <Alert color="red" mb="md">
            {refusal}
          </Alert>
        )}
      </div>
      {kind !== 'retire' && isBeforeApply(state.stage) && <Entered />}
      <Stack gap="md">
        {total > mostThings ? (
          <Alert color="yellow">{texts.dialog.tooMany(formatCount(mostThings))}</Alert>
        ) : (
          <>
            {state.stage === 'asking' && (
              <ChangeForm kind={kind} last={change} onPlan={plan} onCancel={close} />
            )}
            {state.stage === 'planning' && (
              <Working
                words={texts.dialog.planning}
                done={state.done}
                total={total}
                isStopping={isStopping}
                onStop={again}
              />
            )}
            {state.stage === 'planned' && (
              <PlannedChange
                {...{ planned: state.planned, change }}
                onApply={() => apply(state.planned)}
                onBack={again}
              />
            )}
            {state.stage === 'applying' && (
              <Working
                words={texts.dialog.changing}
                done={state.done}
                total={state.planned.filter(({ outcome }) => outcome === 'changed').length}
                isStopping={isStopping}
                onStop={stop}
              />
            )}
            {state.stage === 'done' && <Outcome applied={state.applied} onClose={close} />}
          </>
        )}
      </Stack>
    </FormDialog>
  )
}

/** Marks the form's input as unsaved until it is applied. Retiring has no input. */
function Entered() {
  useUnsaved(true)
  return null
}

function isBeforeApply(stage: Stage): boolean {
  return stage === 'planning' || stage === 'planned'
}
