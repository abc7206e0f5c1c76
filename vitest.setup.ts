import fc from 'fast-check'

// Before every file: files share a process, and what one of them sets must not count for the next.
fc.resetConfigureGlobal()
fc.configureGlobal({ seed: 20_260_601 })
