import { Button, Popover } from '@mantine/core'
import type { Scope } from '@sluice/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import classes from '#form/rows.module.css'

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
    <div className={classes.actions}>
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
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} />}>
          Ingest for one site
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ChoiceSelect
          kind="site"
          label="Site"
          placeholder="Search by name or id"
          comboboxProps={{ withinPortal: false }}
          value={null}
          onChange={(id) => {
            if (id !== null) onChoose([{ action: 'write', resourceFilter: ingestOf(id) }])
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function ingestOf(siteId: string): string {
  return `PLACE/Site/${siteId}/THING/#/#`
}
