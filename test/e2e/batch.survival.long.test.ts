// The batch of batch.survival.test.ts, longer.
process.env.MKT_BATCH_PROMPTS ??= '1000'
await import('./batch.survival.test.ts')
