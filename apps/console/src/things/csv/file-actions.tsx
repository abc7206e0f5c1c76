import { Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useAddress } from '#address/base-path.tsx'
import { PageLink } from '#address/page-link.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { texts } from '#texts/things-csv.tsx'

/** Links to export and import things. The export uses the filters of the list. */
export function FileActions({ params }: { params: URLSearchParams }) {
  const address = useAddress()
  const mayChange = useMayChange()
  return (
    <>
      <Button
        component="a"
        href={address(`/export-things?${params}`)}
        download
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} />}
      >
        {texts.export}
      </Button>
      {mayChange && (
        <Button
          component={PageLink}
          href="/import-things"
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.6} />}
        >
          {texts.import}
        </Button>
      )}
    </>
  )
}
