// A thousand interleavings of every race, on either database, each with the audit at its end.
process.env.MKT_TEST_RACES ??= '1000'

for (const races of ['ends', 'money', 'payments', 'queue', 'trust']) await import(`./market.races-${races}.test.ts`)
await import('./market.abuse-token-spending.test.ts')
