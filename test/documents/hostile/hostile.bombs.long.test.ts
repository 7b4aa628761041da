// What hostile.bombs.test.ts does, with those that take longest.
process.env.MKT_TEST_BOMBS ??= 'all'
await import('./hostile.bombs.test.ts')
