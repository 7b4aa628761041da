import type { Fault } from '../fault.ts'

/** What brings the programs to people: packages, launchers, containers. */
export const PACKAGES: Fault[] = [
  {
    name: 'server-outlives-npx',
    file: 'schemas/bin/end-with-npm.js',
    find: "if (!signalled()) process.kill(process.pid, 'SIGTERM')",
    replace: 'if (!signalled()) return',
    why: 'killing the npx that started it leaves a server behind, which holds its port and data directory',
    tests: ['test/e2e/launch.test.ts'],
  },
  {
    name: 'any-node-beside-it-will-do',
    file: 'schemas/bin/fitting-node.js',
    find: 'existsSync(binary) && fits(versionOf(installed), range)',
    replace: 'existsSync(binary)',
    why: 'a bin runs on an old node that some package brought along, and dies of a syntax error',
    tests: ['test/e2e/launch.test.ts'],
  },
  {
    name: 'tests-of-another-commit',
    file: '.ci/readiness.ts',
    find: 'green === head ?',
    replace: 'green !== undefined ?',
    why: 'what is published is not what was tested',
    tests: ['test/e2e/release.test.ts'],
  },
]
