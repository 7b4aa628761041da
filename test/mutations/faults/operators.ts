import type { Fault } from '../fault.ts'

const RESTORES = ['test/server/restore.test.ts']
const FIGURES = ['test/server/prometheus.test.ts']
const LOGS = ['test/server/access.log.test.ts']

export const OPERATORS: readonly Fault[] = [
  {
    name: 'restore-drops-what-was-there',
    file: 'server/src/storage/put-in-place.ts',
    find: '  if (aside !== undefined && databaseIsThere(file)) keepAside(file, aside)\n',
    replace: '',
    why: 'the database before a restore is gone, and its log is taken for that of the new one',
    tests: RESTORES,
  },
  {
    name: 'restore-of-wrong-books',
    file: 'server/src/commands/restore-backup.ts',
    find: '    if (faults.length > 0) throw',
    replace: '    if (faults.length > 1000) throw',
    why: 'a copy whose books are wrong takes the place of a database whose books are right',
    tests: RESTORES,
  },
  {
    name: 'restore-beside-a-server',
    file: 'server/src/commands/restore-backup.ts',
    find: 'const unlock = lockDataDirectory(data)',
    replace: 'const unlock = () => undefined',
    why: 'the database is exchanged under a running server',
    tests: RESTORES,
  },
  {
    name: 'labels-without-bound',
    file: 'server/src/market/model-labels.ts',
    find: '(paid ? MOST : MOST_FREE)',
    replace: '1_000_000',
    why: 'whoever invents names fills the memory of the server and of Prometheus',
    tests: FIGURES,
  },
  {
    name: 'log-of-every-poll',
    file: 'server/src/http/request-log.ts',
    find: ' && !frequent?.has(route)',
    replace: '',
    why: 'ten thousand hosts fill the disk with their polls',
    tests: LOGS,
  },
  {
    name: 'log-of-what-was-typed-as-a-name',
    file: 'server/src/accounts/authenticate.ts',
    find: 'failed?.({ username: user?.username, address })',
    replace: 'failed?.({ username, address })',
    why: 'a password that was typed as a name stands in the log',
    tests: LOGS,
  },
  {
    name: 'operator-disables-themselves-by-name',
    file: 'server/src/market/routes/operators.ts',
    find: 'if (user_id === call.user.user_id && body.disabled)',
    replace: 'if (params.user_id === call.user.user_id && body.disabled)',
    why: 'the only operator is shut out',
    tests: ['test/server/operators.test.ts'],
  },
]
