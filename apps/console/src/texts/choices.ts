export const texts = {
  sameName: (name: string, id: string) => `${name} (${id})`,
  nothingFound: 'Nothing found',
  searching: 'Searching…',
  failed: 'The search failed. Type again to retry.',
  more: 'Type to see more',
  clear: (label: string) => `Clear: ${label}`,
}
