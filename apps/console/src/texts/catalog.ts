export const texts = {
  search: 'Search by name or id',
  byId: 'By id',
}
