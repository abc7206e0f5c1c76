'use client'

import { Alert, Button, Group, Progress, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { formatCount } from '#format/values.ts'
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
  const { stage, outcomes, done, total, refusal, check, write, reset } = useImport()
  const isBusy = stage === 'checking' || stage === 'importing'
  return (
    <>
      <Trail href="/things">{texts.things}</Trail>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Stack gap="md">
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
        {!mayChange && <Alert color="gray">{texts.viewer}</Alert>}
        {mayChange && stage === 'empty' && <ChooseFile onChoose={check} />}
        {isBusy && (
          <Busy words={stage === 'checking' ? texts.checked : texts.written} {...{ done, total }} />
        )}
        {stage === 'preview' && <Preview outcomes={outcomes} onWrite={write} onBack={reset} />}
        {stage === 'done' && (
          <State
            icon={IconCheck}
            title={texts.done(total)}
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

function Busy({ words, done, total }: { words: string; done: number; total: number }) {
  const share = total === 0 ? 0 : (done / total) * 100
  return (
    <div role="status">
      <p>{texts.progress(words, formatCount(done), formatCount(total))}</p>
      <Progress value={share} aria-label={words} />
    </div>
  )
}
