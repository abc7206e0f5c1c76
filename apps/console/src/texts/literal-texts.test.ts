import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { literalTexts } from './literal-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'texts')
  .map(({ name }) => name)

/** These look like texts, but are the same in every language, or are for machines or operators. */
const notTexts = [
  'Samsung Internet',
  'text/plain; charset=utf-8',
  'text/csv; charset=utf-8',
  'attachment; filename="…"',
  '(prefers-color-scheme: light)',
  '(prefers-color-scheme: dark)',
  'is not set',
  'must be an http or https URL',
  'must have at least 32 characters',
  'GET page',
  'security log',
  'g …',
  'label',
  'THING/#/#',
  'input:not([type=checkbox], [type=radio]), textarea, select, [role=menu]',
  'main input[type=search]',
  '12px inter, "inter Fallback", system-ui, sans-serif',
  'notice by mail',
  'mail of a password reset',
  '… failed',
  'reset by …',
  "reset by nobody's …",
  'reset links by …',
  'sign-ins by …',
  'passwords of …',
  'passwords in session …',
  'codes of …',
  'codes in session …',
  'browser …',
  'sign-in …',
  'address …',
  'person …',
  'session …',
  'row …',
  // An id of a line, and the syntax of a typed range.
  '… before',
  '… to …',
  '…=…; path=/; max-age=…; samesite=lax…',
  "script-src 'self' 'nonce-…' 'strict-dynamic'…",
  "connect-src 'self' ……",
]

/** These files write code or name fonts. */
const notRead = ['copy/curl.ts', 'copy/snippets.ts', 'theme/font.ts', 'theme/theme.ts']

/** Literal texts in a folder, as `file:line text`. */
function literalsIn(folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => !notRead.includes(`${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .flatMap((file) =>
      literalTexts(readFileSync(`${root}/${folder}/${file}`, 'utf8'))
        .filter(({ text }) => !notTexts.includes(text))
        .map(({ line, text }) => `${folder}/${file}:${line} ${text}`),
    )
}

describe('all texts come from the catalogue', () => {
  test.each(folders)('%s', (folder) => {
    expect(literalsIn(folder)).toEqual([])
  })
})

describe('finds a literal text', () => {
  test.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>{busy ? "Saving" : name}</p>', 'Saving'],
    ['<p>{isNew && "new"}</p>', 'new'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source.
    ['<p>{`${count} things`}</p>', '… things'],
    ['<input aria-label="Name" />', 'Name'],
    ['<Button label={isOn ? on : "off"} />', 'off'],
    ['const column = { header: "Name" }', 'Name'],
    ['toggleProps({ "aria-label": "Show" })', 'Show'],
    ['setFault("Enter a name.")', 'Enter a name.'],
    ['const facts = [["Created", exactTime(createdAt)]]', 'Created'],
    ['const words = { read: "Reads all data" }', 'Reads all data'],
    ['const seen = at ? exactTime(at) : "Never"', 'Never'],
    ['<RowWords belowOnPhone="Unseen">{name}</RowWords>', 'Unseen'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source.
    ['const text = `Delete ${name} for good`', 'Delete … for good'],
  ])('%s', (source, text) => {
    expect(literalTexts(source)).toEqual([{ line: 1, text }])
  })
})

describe('ignores literals that nobody reads', () => {
  test.each([
    '"use client"',
    'import { a } from "./a b c.ts"',
    '<p className="lead" style={{ display: "flex" }}>{texts.lead} · {count}</p>',
    '<Button variant="default" onClick={() => set("open")}>{texts.save}</Button>',
    '<State heading="h1" title={texts.title} />',
    '<p>{status === "Active" && <Mark shape="dot" />}</p>',
    'throw new Error("The store is closed.")',
    'type Mode = "open now" | "closed now"',
    'const row = { status: "Active", kind: "gauge" }',
    'const browsers = [[/Edg/, "Edge"]]',
    'const path = `/things/things-$' + '{id}?sort=name`',
  ])('%s', (source) => {
    expect(literalTexts(source)).toEqual([])
  })
})
