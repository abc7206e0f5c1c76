'use client'

import { Alert, Button, Fieldset, Group, Loader, Stack, TextInput } from '@mantine/core'
import type { Template } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/templates-plan.ts'
import { ParameterField } from '../parameters/parameter-field.tsx'
import { summaryWords } from './plan-words.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import type { Start } from './start.ts'
import { useApply } from './use-apply.ts'

const PlanView = dynamic(() => import('./plan-view.tsx').then((all) => all.PlanView), {
  ssr: false,
})

/** Asks for the parameters, shows the resulting plan, and applies it. */
export function ApplyTemplate({ template, start }: { template: Template; start: Start }) {
  const state = useApply(template, start)
  const { values, applicationId, errors, refusal, plan, outcome, isPlanning, isApplying } = state
  const [isAsking, setAsking] = useState(false)
  const shown = outcome ?? plan
  const released = plan?.summary.release ?? 0
  const mayChange = useMayChange()
  if (!mayChange) return <Alert color="gray">{texts.mayNot}</Alert>
  return (
    <>
      <Section title={texts.parameters}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void state.makePlan()
          }}
        >
          <Fieldset variant="unstyled" disabled={isApplying}>
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
                label={texts.application}
                description={texts.applicationHint}
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
                <Button type="submit" variant={plan ? 'default' : 'filled'} loading={isPlanning}>
                  {texts.show}
                </Button>
              </Group>
            </Stack>
          </Fieldset>
        </form>
      </Section>
      {shown && (
        <Section title={outcome ? texts.outcome : texts.plan}>
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
  return words === '' ? texts.applyNothing : texts.apply(words)
}

function Progress({ count }: { count: number }) {
  return (
    <Group gap="xs" my="xs">
      <Loader size={16} />
      {texts.applying(count)}
    </Group>
  )
}

function Outcome({ words }: { words: string }) {
  return (
    <Alert color="green" my="xs">
      {words === '' ? texts.appliedNothing : texts.applied(words)}{' '}
      <PageLink href="/things">{texts.seeThings}</PageLink>
    </Alert>
  )
}
