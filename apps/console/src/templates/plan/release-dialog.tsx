import { Button, Group, Stack, Text } from '@mantine/core'
import { Modal } from '#form/overlays.tsx'
import { texts } from '#texts/templates-plan.ts'

interface ReleaseDialogProps {
  /** Number of resources that leave the application. */
  readonly count: number
  readonly opened: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before resources leave an application, which then no longer updates or compares them. */
export function ReleaseDialog({ count, opened, onClose, onConfirm }: ReleaseDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.release.title(count)} centered>
      <Stack gap="md">
        <Text size="sm">{texts.release.text(count)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.release.cancel}
          </Button>
          <Button
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {texts.release.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
