import { ports, rooms, workspaces } from '../import-rules/rooms.mjs'
import { heading, table } from './table.ts'

const intro = `What each package and each room of the core may import. Everything else is refused by lint, with a message that
names the right import. Change the table, then run \`npm run rules\` and \`npm run reference\`.`

const inside = `Of a room that it may import, a file sees the \`index.ts\` only. Any room may also import the
ports: ${ports.map((port) => `\`${port}\``).join(', ')}.`

const tests = 'Tests may import any workspace, and any file of the core.'

export function importRulesPage(): string {
  const packages = Object.entries(workspaces).map(([folder, rule]) => [
    `\`${folder}\``,
    listed(rule.workspaces),
    rule.message,
  ])
  const ownRooms = Object.entries(rooms).map(([room, others]) => [`\`${room}\``, listed(others)])
  return [
    heading('Import rules', '`scripts/import-rules/rooms.mjs`'),
    intro,
    '## Packages',
    '`packages/contract` imports zod and nothing else.',
    table(['package', 'may import', 'because'], packages),
    '## Rooms of the core',
    inside,
    table(['room', 'may import'], ownRooms),
    tests,
  ].join('\n\n')
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ')
}
