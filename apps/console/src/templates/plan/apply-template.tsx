'use client'

import { Alert, Button, Group, Loader, Stack, TextInput } from '@mantine/core'
import type { Template } from '@sluice/contract'
import { useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { formatCount } from '#format/values.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { ParameterField } from '../parameters/parameter-field.tsx'
import { PlanView } from './plan-view.tsx'
import { summaryWords } from './plan-words.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import type { Start } from './start.ts'
import { useApply } from './use-apply.ts'

/** Asks for the parameters, shows the plan that they come to, and carries it out. */
export function ApplyTemplate({ template, start }: { template: Template; start: Start }) {
  const state = useApply(template, start)
  const { values, applicationId, errors, refusal, plan, outcome, isPlanning, isApplying } = state
  const [isAsking, setAsking] = useState(false)
  const shown = outcome ?? plan
  const released = plan?.summary.release ?? 0
  const mayChange = useMayChange()
  if (!mayChange) return <Alert color="gray">Viewers cannot apply templates.</Alert>
  return (
    <>
      <Section title="Parameters">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void state.makePlan()
          }}
        >
          <Stack gap="md" maw={640}>
            {template.parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={values[parameter.name] ?? ''}
                errors={errors}
                onChange={(value) => state.change(parameter.name, value)}
              />
            ))}
            <TextInput
              label="Application"
              description="Names this set of resources, so that you can apply and compare it again. A different name makes a different set."
              spellCheck={false}
              value={applicationId}
              error={errors.applicationId}
              onChange={(event) => state.rename(event.currentTarget.value)}
            />
            <div role="alert">
              {refusal.length > 0 && (
                <Alert color="red">
                  {refusal.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </Alert>
              )}
            </div>
            <Group>
              <Button
                type="submit"
                variant={plan ? 'default' : 'filled'}
                loading={isPlanning}
                disabled={isApplying}
              >
                Show the plan
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      {shown && (
        <Section title={outcome ? 'Outcome' : 'Plan'}>
          <div role="status">
            {outcome && <Outcome words={summaryWords(outcome.summary, true)} />}
            {isApplying && <Progress count={shown.resources.length} />}
          </div>
          {plan && !outcome && !isApplying && (
            <Group my="xs">
              <Button
                onClick={() => (released > 0 ? setAsking(true) : state.carryOut())}
                disabled={plan.summary.conflict > 0}
              >
                {applyWords(summaryWords(plan.summary, false))}
              </Button>
              <ReleaseDialog
                count={released}
                opened={isAsking}
                onClose={() => setAsking(false)}
                onConfirm={state.carryOut}
              />
            </Group>
          )}
          <PlanView plan={shown} isDone={outcome !== undefined} />
        </Section>
      )}
    </>
  )
}

function applyWords(words: string): string {
  return words === '' ? 'Apply: nothing to do' : `Apply: ${words}`
}

function Progress({ count }: { count: number }) {
  return (
    <Group gap="xs" my="xs">
      <Loader size={16} />
      Applying {formatCount(count)} resources, all or none…
    </Group>
  )
}

function Outcome({ words }: { words: string }) {
  return (
    <Alert color="green" my="xs">
      {words === '' ? 'Everything was as it should be: nothing was changed.' : `Applied: ${words}.`}{' '}
      <PageLink href="/things">See the things</PageLink>
    </Alert>
  )
}
