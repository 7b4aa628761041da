/** With strangers a host that is not proven takes jobs of at most so many tokens. */
export const PROBATION_TOKENS = 1024
