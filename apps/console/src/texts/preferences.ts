export const texts = {
  title: 'Times',
  times: {
    site: 'Site’s time zone',
    own: (zone: string) => `Your time zone (${zone})`,
    utc: 'UTC',
  },
}
