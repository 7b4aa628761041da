// The requests of documents.fuzz.test.ts, and those that follow them from the same seed.
process.env.FUZZ_REQUESTS ??= '300'
await import('./documents.fuzz.test.ts')
