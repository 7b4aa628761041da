// As many rounds of kill.rounds.test.ts as four minutes allow.
process.env.MKT_FAULT_ROUNDS ??= '20'
await import('./kill.rounds.test.ts')
