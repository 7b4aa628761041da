import type { Reporter, TestModule } from 'vitest/node'

/** Prints the reason of each skipped test, and as the last line `N passed, N failed, N skipped`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) tally.failed++
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed' || result.state === 'failed') tally[result.state]++
        else {
          tally.skipped++
          const reason = result.state === 'skipped' && result.note ? result.note : 'no reason given'
          console.log(`skipped: ${test.fullName}: ${reason}`)
        }
      }
    }
    // After the default reporter's summary, which is printed in the same turn.
    setImmediate(() => console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`))
  }
}
