/** In place of a page whose resource does not exist, or is not the reader's to see. */
export const texts = {
  text: 'It may have been deleted, or the address may be wrong.',
  thing: { title: 'There is no such thing', all: 'See all things' },
  site: { title: 'There is no such site', all: 'See all sites' },
  fleet: { title: 'There is no such fleet', all: 'See all fleets' },
  mapping: { title: 'There is no such mapping', all: 'See all mappings' },
  template: { title: 'There is no such template', all: 'See all templates' },
}
