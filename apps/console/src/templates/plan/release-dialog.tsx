import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { formatCount } from '#format/values.ts'

interface ReleaseDialogProps {
  /** Resources that leave the application. */
  readonly count: number
  readonly opened: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before resources leave an application: the template then changes and compares them no more. */
export function ReleaseDialog({ count, opened, onClose, onConfirm }: ReleaseDialogProps) {
  const what = count === 1 ? '1 resource' : `${formatCount(count)} resources`
  return (
    <Modal opened={opened} onClose={onClose} title={`Release ${what}?`} centered>
      <Stack gap="md">
        <Text size="sm">
          {count === 1 ? 'It is' : 'They are'} in the application, but not in this plan. Nothing is
          deleted; the template just stops managing what it releases. If you did not mean this,
          check the parameters: a missing row releases what it made.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            Apply and release
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
