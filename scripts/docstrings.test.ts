import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

/** Exported declarations without a docstring right above them. */
function undocumented(source: string): string[] {
  const lines = source.split('\n')
  const exported =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|type|interface|class) (\w+)/
  return lines.flatMap((line, i) => {
    const name = exported.exec(line)?.[1]
    return name === undefined || lines[i - 1]?.trimEnd().endsWith('*/') ? [] : [name]
  })
}

/** The package's own source files, by their path below the packages. */
function sources(folder: string): string[] {
  return readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
}

/** The names that an entry exports from its own files: `[file, name]`. */
function entryNames(entry: string): [string, string][] {
  const text = readFileSync(join(packages, entry), 'utf8')
  const lists = text.matchAll(/export (?:type )?\{([^}]*)\} from '(\.[^']+)'/g)
  return [...lists].flatMap(([, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== '')
      .map((name): [string, string] => [join(dirname(entry), file), name]),
  )
}

test('only declarations without a docstring are reported', () => {
  const source = '/** What it is. */\nexport const documented = 1\n\nexport type Bare = 2\n'
  expect(undocumented(source)).toEqual(['Bare'])
})

describe.each(['contract/src', 'client/src'])('in packages/%s', (folder) => {
  test('every exported declaration has a docstring', () => {
    const missing = sources(folder).flatMap((file) =>
      undocumented(readFileSync(join(packages, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('every export of the entry is declared in the file it names', () => {
    const names = entryNames(join(folder, 'index.ts'))
    expect(names.length).toBeGreaterThan(5)
    const elsewhere = names.filter(([file, name]) => {
      const text = readFileSync(join(packages, file), 'utf8')
      return !new RegExp(`^export [\\w* ]*\\b${name}\\b`, 'm').test(text)
    })
    expect(elsewhere).toEqual([])
  })
})
