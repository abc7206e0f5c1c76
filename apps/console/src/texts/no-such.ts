/** Shown instead of a page whose resource does not exist or that the user may not read. */
export const texts = {
  text: 'It may have been deleted, or the address may be wrong.',
  log: 'Its changes in the audit log',
  thing: { title: 'Thing not found', all: 'See all things' },
  site: { title: 'Site not found', all: 'See all sites' },
  fleet: { title: 'Fleet not found', all: 'See all fleets' },
  mapping: { title: 'Mapping not found', all: 'See all mappings' },
  template: { title: 'Template not found', all: 'See all templates' },
}
