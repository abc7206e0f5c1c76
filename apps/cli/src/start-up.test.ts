import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  budgetTiers,
  keyStatuses,
  keyTypes,
  mappingProtocols,
  operations,
  storageKinds,
} from '@sluice/contract'
import { roles } from '@sluice/core'
import { expect, test } from 'vitest'
import * as choices from './choices.ts'

/** What a module loads with it: its static imports, and theirs. */
function loadedWith(file: string, seen = new Set<string>(), packages = new Set<string>()) {
  if (seen.has(file)) return packages
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imports = text.matchAll(/^import (?!type)(?:[^'(]* from )?'([^']+)'/gm)
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) loadedWith(join(file, '..', name), seen, packages)
    else packages.add(name)
  }
  return packages
}

test('the command line is described without loading what its verbs do', () => {
  const packages = [...loadedWith(join(import.meta.dirname, 'main.ts'))]
  // The second is one small file.
  const allowed = ['commander', '@sluice/runtime/printable']
  expect(packages.filter((name) => !name.startsWith('node:')).sort()).toEqual(allowed.sort())
})

test('the choices of options are those of the contract and the core', () => {
  const { unmappedLabels, invalidCharacters } = operations['mappings.get'].response.shape
  expect({ ...choices }).toEqual({
    ...{ budgetTiers, keyStatuses, keyTypes, mappingProtocols, roles, storageKinds },
    unmappedLabels: unmappedLabels.options,
    invalidCharacters: invalidCharacters.options,
    precisions: operations['mappings.try'].body?.shape.precision.unwrap().options,
  })
})
