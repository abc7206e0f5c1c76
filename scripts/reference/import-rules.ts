import { ports, rooms, workspaces } from '../import-rules/rooms.mjs'
import { heading, table } from './table.ts'

const intro = `What each package, and each room (module) of the core, may import. Lint rejects everything else, with a message that
names the right import. To change the rules, edit the table, then run \`npm run rules\` and \`npm run reference\`.`

const inside = `From another room, a file may import only the \`index.ts\`. Any room may also import the
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
