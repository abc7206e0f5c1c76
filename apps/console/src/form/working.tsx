import { Button, Group, Progress, Text } from '@mantine/core'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/form.ts'

interface WorkingProps {
  /** What is being done: "Importing". */
  readonly words: string
  readonly done: number
  readonly total: number
  readonly isStopping: boolean
  readonly onStop: () => void
}

/** The progress of a run of calls, with a button that stops it. */
export function Working({ words, done, total, isStopping, onStop }: WorkingProps) {
  return (
    <>
      <Text size="sm" role="status">
        {texts.working.progress(words, formatCount(done), formatCount(total))}
      </Text>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={words} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onStop} loading={isStopping}>
          {texts.working.stop}
        </Button>
      </Group>
    </>
  )
}
