export const texts = {
  nothingFound: 'Nothing matches this search',
  search: 'Search by name or id',
  byId: 'By id',
}
