/** How long an old string may outlive its rotation, in seconds. */
export const overlaps = [
  { value: '0', label: 'Not at all', hint: 'For a leaked key.' },
  { value: '3600', label: '1 hour', hint: 'To replace it by hand.' },
  { value: '86400', label: '24 hours', hint: 'To replace it with a deployment.' },
  { value: '604800', label: '7 days', hint: 'For another party to replace it.' },
] as const
