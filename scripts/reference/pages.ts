import { commandLinePage } from './command-line.ts'
import { configurationPage } from './configuration.ts'
import { importRulesPage } from './import-rules.ts'
import { limitsPage } from './limits.ts'
import { metricsPage } from './metrics.ts'
import { operationsPage } from './operations.ts'
import { problemsPage } from './problems.ts'

/** The pages that are made from the code, by their file in `docs/reference`. */
export async function referencePages(): Promise<Record<string, string>> {
  const pages = {
    'command-line.md': commandLinePage(),
    'configuration.md': configurationPage(),
    'import-rules.md': importRulesPage(),
    'limits.md': limitsPage(),
    'metrics.md': await metricsPage(),
    'operations.md': operationsPage(),
    'problems.md': problemsPage(),
  }
  return Object.fromEntries(Object.entries(pages).map(([file, text]) => [file, `${text}\n`]))
}
