/** Characters of a schema's names in a fault: a schema may have one of 60,000, and a value a hundred such faults. */
const MOST = 200

/** A name, or a list of names, as shown in a fault. */
export function shown(names: string): string {
  return names.length > MOST ? `${names.slice(0, MOST)}…` : names
}
