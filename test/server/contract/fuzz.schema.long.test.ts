// The requests of fuzz.schema.test.ts, and those that follow them from the same seed.
process.env.FUZZ_REQUESTS ??= '300'
await import('./fuzz.schema.test.ts')
