'use client'

import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { Working } from '#form/working.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/things-csv.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { useImport } from './use-import.ts'

/** Imports things from a CSV file in three steps: choose, preview, import. */
export function ImportPage() {
  const mayChange = useMayChange()
  const { stage, outcomes, refusal, check, write, reset, ...run } = useImport()
  return (
    <>
      <Trail href="/things">{texts.things}</Trail>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Stack gap="md">
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
        {!mayChange && <Alert color="gray">{texts.viewer}</Alert>}
        {mayChange && stage === 'empty' && <ChooseFile onChoose={check} />}
        {(stage === 'checking' || stage === 'importing') && (
          <Working words={texts[stage]} {...run} onStop={run.stop} />
        )}
        {stage === 'preview' && <Preview outcomes={outcomes} onWrite={write} onBack={reset} />}
        {stage === 'done' && (
          <State
            icon={IconCheck}
            title={texts.done(run.total)}
            action={
              <Group justify="center">
                <Button component={PageLink} href="/things">
                  {texts.seeThings}
                </Button>
                <Button variant="default" onClick={reset}>
                  {texts.another}
                </Button>
              </Group>
            }
          />
        )}
      </Stack>
    </>
  )
}
