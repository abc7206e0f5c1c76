'use client'

import { Alert, Button, Group, Progress, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { formatCount } from '#format/values.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { State } from '#states/state.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { useImport } from './use-import.ts'

/** Things from a CSV file: chosen, looked over, written. */
export function ImportPage() {
  const mayChange = useMayChange()
  const { stage, outcomes, done, total, refusal, check, write, reset } = useImport()
  const isBusy = stage === 'checking' || stage === 'importing'
  return (
    <>
      <Trail href="/things">Things</Trail>
      <PageHeader
        title="Import things"
        lead="Creates and updates things from a CSV file. You see a preview first."
      />
      <Stack gap="md">
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
        {!mayChange && <Alert color="gray">Viewers cannot import.</Alert>}
        {mayChange && stage === 'empty' && <ChooseFile onChoose={check} />}
        {isBusy && (
          <Busy words={stage === 'checking' ? 'Checked' : 'Written'} {...{ done, total }} />
        )}
        {stage === 'preview' && <Preview outcomes={outcomes} onWrite={write} onBack={reset} />}
        {stage === 'done' && (
          <State
            icon={IconCheck}
            title={total === 1 ? '1 thing is written' : `${formatCount(total)} things are written`}
            action={
              <Group justify="center">
                <Button component={PageLink} href="/things">
                  See the things
                </Button>
                <Button variant="default" onClick={reset}>
                  Import another file
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
      <p>
        {words} {formatCount(done)} of {formatCount(total)}
      </p>
      <Progress value={share} aria-label={words} />
    </div>
  )
}
