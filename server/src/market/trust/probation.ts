/** With strangers a host that is not proven takes jobs of at most so many tokens ... */
export const PROBATION_TOKENS = 1024
/** ... and holds at most so many at once. */
export const PROBATION_JOBS = 2
