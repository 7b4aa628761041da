// What storage.migrations.test.ts does, from every level on either database.
process.env.MKT_TEST_LEVELS ??= 'all'
await import('./storage.migrations.test.ts')
