export const texts = {
  code: {
    curl: 'the curl command',
    javascript: 'the JavaScript code',
    python: 'the Python code',
  },
  outcomes: { idle: 'Copy', copied: 'Copied', failed: 'Selected' },
  done: (what: string) => `Copied ${what}`,
  failed: (what: string) => `Could not copy ${what}. It is selected: press Ctrl-C.`,
  languages: {
    curl: 'curl',
    javascript: 'JavaScript',
    python: 'Python',
  },
}
