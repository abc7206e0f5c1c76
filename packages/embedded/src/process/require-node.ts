import { EmbeddedStoreError } from '../error.ts'

/** The store processes are TypeScript run by Node itself, which older versions cannot do. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return
  throw new EmbeddedStoreError(
    'node-too-old',
    `The embedded stores need Node 22.18 or newer; this is ${version}. Start through npm (npm start), which brings its own.`,
  )
}
