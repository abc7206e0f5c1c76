// npm run rules: writes the table of import rules as a configuration that biome.json extends.
import { writeFileSync } from 'node:fs'
import { importConfiguration } from './overrides.mjs'

writeFileSync(new URL('../../biome.imports.json', import.meta.url), importConfiguration())
