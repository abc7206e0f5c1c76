export const texts = {
  nothingFound: 'Nothing found',
  more: 'Type to see more',
  clear: (label: string) => `Clear: ${label}`,
}
