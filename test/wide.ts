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
  // Clients of other people's, unchanged.
  'test/clients/**/*.test.ts',
  // Several servers on Postgres and Redis, some of them stopped and killed; conformance of what they share stays.
  'test/e2e/{several-servers,several-servers.shut-out,several-servers.documents}.test.ts',
  'test/e2e/{redis.tls,redis.sentinel,redis.cluster}.test.ts',
  // The programs' own commands, one process each.
  'test/e2e/{documents.operator,documents.apart,operator.commands,operator.upkeep}.test.ts',
  'test/e2e/{serve.faults,npm-start,npm-start.again,channel}.test.ts',
  'test/agent/process.start.test.ts',
  'test/examples/**/*.test.ts',
  // Worlds of cheats under the market's rules, and real engines that are judged by them.
  'test/simulation/market-abuse/*.test.ts',
  // Checks of hosts on Postgres and Redis, and hosts that hand them back; that checks count once on one server stays.
  // Batches of files on both databases; that clients of them are served stays.
  'test/conformance/market.{verification-servers,verification-left,file-batches}.test.ts',
  // Many at once, and faults of the machine under them; the gate has e2e/crash, which kills a server and a host.
  'test/load/**/*.test.ts',
  'test/faults/{backup.load,clock.jumps,database.damage,disk.full,kill.rounds}.test.ts',
  'test/faults/{partition.network,postgres.restart}.test.ts',
  // What strangers made: forged papers, files that hurt, and pixels of pages that are drawn for it.
  'test/documents/rounds/**/*.test.ts',
  'test/documents/hostile/**/*.test.ts',
  'test/documents/{pixels.*,generated.scan,statement.askew,ocr.turned}.test.ts',
]

/**
 * Files that both run, with less of everything in the gate (gate-or-wide.ts): every third of the layouts that strangers
 * printed, a third of the simulated worlds, of the fuzzed requests and of the interleavings.
 */
export const WIDER = [
  'test/simulation/faults/{faults.simulation,faults.cluster.simulation,faults.replay}.test.ts',
  'test/server/contract/{fuzz.schema,documents.fuzz,input.fuzz}.test.ts',
  'test/conformance/{storage.migrations,market.races-ends,market.races-money}.test.ts',
  'test/conformance/{market.races-payments,market.races-queue,market.races-trust}.test.ts',
  'test/documents/{tax.real-slips,tax.world-slips,tax.text-layer,invoice.generated}.test.ts',
  'test/documents/{world-banks,world-bills}.test.ts',
]

/** Those of them that judge how much memory their process takes. */
export const WIDE_APART = ['test/documents/hostile/hostile.bombs.test.ts']
