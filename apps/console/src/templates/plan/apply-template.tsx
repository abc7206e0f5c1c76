'use client'

import { Alert, Button, Fieldset, Group, Loader, Stack, TextInput } from '@mantine/core'
import type { Template } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/templates-plan.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { ParameterField } from '../parameters/parameter-field.tsx'
import { applicationsQuery } from '../query.ts'
import { summaryWords } from './plan-words.ts'
import type { Start } from './start.ts'
import { useApply } from './use-apply.ts'

const ReleaseDialog = dynamic(
  () => import('./release-dialog.tsx').then((all) => all.ReleaseDialog),
  { ssr: false },
)
const PlanView = dynamic(() => import('./plan-view.tsx').then((all) => all.PlanView), {
  ssr: false,
})

/** A field with a fault, or a fault of a list. */
const FAULT = '[aria-invalid="true"], [role="alert"]:not(:empty)'

/** Asks for the parameters, shows the resulting plan, and applies it. */
export function ApplyTemplate({ template, start }: { template: Template; start: Start }) {
  const state = useApply(template, start)
  const { values, applicationId, errors, refusal, plan, outcome, isPlanning, isApplying } = state
  const [isAsking, setAsking] = useState(false)
  const shown = outcome ?? plan
  const released = plan?.summary.release ?? 0
  const mayChange = useMayChange()
  const form = useRef<HTMLFormElement>(null)
  // “Apply again…” is chosen further down the page, in a menu that gives the focus back first.
  useEffect(() => {
    if (start.turn === 0) return undefined
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [start.turn])
  // A list may be longer than the screen, with its first fault far above the button.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const fault = form.current?.querySelector<HTMLElement>(FAULT)
    fault?.focus()
    fault?.scrollIntoView({ block: 'center' })
  }, [errors])
  const replaces = useReplaces(template.id, applicationId)
  const isReused = start.turn > 0 && applicationId === start.applicationId
  if (!mayChange) return <Alert color="gray">{texts.mayNot}</Alert>
  return (
    <>
      <Section title={texts.parameters}>
        <form
          ref={form}
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
                description={
                  replaces && !isReused ? texts.applicationExists : texts.applicationHint
                }
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

/** Whether the template has an application of this id, among those that the page lists. */
function useReplaces(templateId: string, applicationId: string): boolean {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const options = trpc.templates.applications.queryOptions(applicationsQuery(templateId, params))
  const { data } = useQuery(options)
  return data?.items.some(({ id }) => id === applicationId) ?? false
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
