export const texts = {
  title: 'Jump to',
  opens: 'Jump to…',
  key: 'Ctrl K',
}
