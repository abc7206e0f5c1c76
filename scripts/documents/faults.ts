import { matchesGlob, posix } from 'node:path'
import { isPath } from './cited-path.ts'
import { type Document, parseDocument } from './parse.ts'

/** The files of a repository, by paths relative to its root. */
export interface Repository {
  readonly files: ReadonlySet<string>
  /** Texts of its Markdown documents. */
  readonly documents: ReadonlyMap<string, string>
}

/**
 * What is wrong with the documents: relative links to files or anchors that do not exist, and inline code
 * that cites a path that does not.
 *
 * @returns one line a fault, `document: what`; empty when all is well
 */
export function faultsOf({ files, documents }: Repository): string[] {
  const folders = foldersOf(files)
  const places = new Set([...files, ...folders])
  const roots = new Set([...folders].filter((folder) => !folder.includes('/')))
  const parsed = new Map([...documents].map(([path, text]) => [path, parseDocument(text)]))
  return [...parsed].flatMap(([path, { links, codes }]) => [
    ...links
      .map((link) => linkFault(path, link, places, parsed))
      .filter((fault) => fault !== undefined)
      .map((fault) => `${path}: ${fault}`),
    ...codes
      .filter((code) => isPath(code, roots) && !exists(path, code, places))
      .map((code) => `${path}: \`${code}\` is no file or folder`),
  ])
}

function linkFault(
  from: string,
  link: string,
  places: ReadonlySet<string>,
  documents: ReadonlyMap<string, Document>,
): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined
  if (link.startsWith('/')) return `${link} begins with a slash, which leads elsewhere on each site`
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path))
  if (!places.has(target.replace(/\/$/, ''))) return `${link} leads to no file`
  if (anchor === undefined) return undefined
  const document = documents.get(target)
  return document?.anchors.has(decodeURIComponent(anchor))
    ? undefined
    : `${link} has no such anchor`
}

/**
 * A path may be whole, relative to the document, or the end of a path, with or without a package's `src`:
 * `keys/revoke.ts` and `core/keys/revoke.ts` are enough.
 */
function exists(from: string, code: string, places: ReadonlySet<string>): boolean {
  const path = posix.normalize(code).replace(/\/$/, '')
  if (code.startsWith('.') && places.has(posix.join(posix.dirname(from), path))) return true
  const pattern = `**/${path}`
  const isPattern = /[{}*]/.test(path)
  for (const place of places) {
    if (place === path || place.endsWith(`/${path}`)) return true
    if (place.replace('/src/', '/').endsWith(`/${path}`)) return true
    if (isPattern && matchesGlob(place, pattern)) return true
  }
  return false
}

function foldersOf(files: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>()
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
      folders.add(folder)
    }
  }
  return folders
}
