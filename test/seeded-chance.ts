import fc from 'fast-check'

// The gate must judge the change and not the dice: property tests start from one seed, and from others on demand.
fc.configureGlobal({ seed: Number(process.env.MKT_TEST_SEED ?? 20_261_120) })
