/** What a Markdown document points at, and what can be pointed at in it. */
export interface Document {
  /** Fragments of its headings and of its explicit anchors, without `#`. */
  readonly anchors: ReadonlySet<string>
  /** Targets of its links and pictures, as written. */
  readonly links: readonly string[]
  /** The texts of its inline code. */
  readonly codes: readonly string[]
}

const FENCE = /^ {0,3}(`{3,}|~{3,}).*?^ {0,3}\1[^\S\n]*$/gms
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g
const HEADING = /^ {0,3}#{1,6}[^\S\n]+(.+?)[^\S\n]*#*$/gm
const LINKS = [
  // [text](target) and ![text](target "title")
  /\]\(<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?(?:\s+"[^"]*")?\)/g,
  // [name]: target
  /^ {0,3}\[[^\]]+\]:[^\S\n]*<?([^\s>]+)/gm,
  // <img src="target">, <source srcset="target">, <a href="target">
  /\b(?:src|srcset|href)="([^"]+)"/g,
]

/** Reads the parts of Markdown that can be wrong about other files. Blocks of code point at nothing. */
export function parseDocument(text: string): Document {
  const prose = text.replace(FENCE, '')
  const withoutCode = prose.replace(CODE, '')
  return {
    anchors: anchorsOf(prose),
    links: LINKS.flatMap((link) =>
      [...withoutCode.matchAll(link)].map(([, target = '']) => target),
    ),
    codes: [...prose.matchAll(CODE)].map(([, , code = '']) => code.trim()),
  }
}

/** As GitHub makes them: lower case, no punctuation, dashes for spaces; a number after a repeated one. */
function anchorsOf(prose: string): Set<string> {
  const anchors = new Set([...prose.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))
  const uses = new Map<string, number>()
  for (const [, heading = ''] of prose.matchAll(HEADING)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    const earlier = uses.get(slug) ?? 0
    uses.set(slug, earlier + 1)
    anchors.add(earlier === 0 ? slug : `${slug}-${earlier}`)
  }
  return anchors
}
