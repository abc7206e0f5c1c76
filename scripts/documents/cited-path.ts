const PATH = /^(?:\.{1,2}\/)*[\w@{*-][\w.@{}*,/-]*$/
const SOURCE = /\.(?:ts|tsx|mjs|json|md|prisma|sql|toml|yml|css)$/

/** Places that exist only where the product runs or was built. */
const MADE = /(?:^|\/)(?:DATA_DIR|\.sluice|node_modules|dist|\.next|generated)(?:\/|$)/

/**
 * Whether inline code cites a path of the repository: it ends like a source file or like a folder, or begins
 * with one of the folders at the root. Media types, units and addresses do neither.
 */
export function isPath(code: string, rootFolders: ReadonlySet<string>): boolean {
  if (!PATH.test(code) || code.startsWith('@') || MADE.test(code)) return false
  const [first = '', ...rest] = code.split('/')
  return SOURCE.test(code) || code.endsWith('/') || (rest.length > 0 && rootFolders.has(first))
}
