import { Button, Menu } from '@mantine/core'
import type { Scope } from '@sluice/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import classes from './rows.module.css'

const presets: readonly { label: string; scopes: readonly Scope[] }[] = [
  { label: 'Read everything', scopes: [{ action: 'read', resourceFilter: '#' }] },
  {
    label: 'Read and write everything',
    scopes: [
      { action: 'read', resourceFilter: '#' },
      { action: 'write', resourceFilter: '#' },
    ],
  },
  { label: 'Full admin', scopes: [{ action: '*', resourceFilter: '#' }] },
]

interface ScopePresetsProps {
  readonly onChoose: (scopes: readonly Scope[]) => void
}

/** Usual sets of scopes; choosing one replaces the rows. */
export function ScopePresets({ onChoose }: ScopePresetsProps) {
  return (
    <div className={classes.presets}>
      {presets.map(({ label, scopes }) => (
        <Button key={label} variant="default" size="xs" onClick={() => onChoose(scopes)}>
          {label}
        </Button>
      ))}
      <IngestForSite onChoose={onChoose} />
    </div>
  )
}

function IngestForSite({ onChoose }: ScopePresetsProps) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.sites.list.queryOptions({ query: { limit: 1000 } }))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} />}>
          Ingest for one site
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
        {data?.items.length === 0 && <Menu.Label>There are no sites yet</Menu.Label>}
        {data?.items.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() =>
              onChoose([{ action: 'write', resourceFilter: `PLACE/Site/${id}/THING/#/#` }])
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
