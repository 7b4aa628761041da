/**
 * Tests that `npm run test:wide` runs and `npm test` does not: CI runs both. Each of these shows through whole
 * programs, browsers, installed packages, strangers' papers or hours of load what other tests of the gate hold
 * rule by rule, and together they take as long as all the others (server/decisions/0076).
 */
export const WIDE = [
  // Chromium before the built pages.
  'test/pages/**/*.test.ts',
  // Packed, installed in empty folders, and started there; a machine from nothing.
  'test/e2e/{packages,launch,container,backends.same-text,batch.survival,answers.continued}.test.ts',
  // Several servers on Postgres and Redis, some of them stopped and killed; conformance of what they share stays.
  'test/e2e/several-servers.test.ts',
  // The programs' own commands, one process each.
  'test/e2e/{documents.operator,documents.apart,operator.commands,operator.upkeep,serve.faults}.test.ts',
  'test/agent/process.start.test.ts',
  'test/examples/**/*.test.ts',
  // Many at once, and faults of the machine under them; kill rounds stay in the gate.
  'test/load/**/*.test.ts',
  'test/faults/{backup.load,database.damage,disk.full,postgres.restart}.test.ts',
  // What strangers made: forged papers, files that hurt, and pixels of pages that are drawn for it.
  'test/documents/rounds/**/*.test.ts',
  'test/documents/hostile/**/*.test.ts',
  'test/documents/pixels.*.test.ts',
]

/** Those of them that judge how much memory their process takes. */
export const WIDE_APART = ['test/documents/hostile/hostile.bombs.test.ts']
