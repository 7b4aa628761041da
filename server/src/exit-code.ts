/** How every command ends; scripts rely on it. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** The same for people, as --help shows it. */
export const exitCodeHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration.`
