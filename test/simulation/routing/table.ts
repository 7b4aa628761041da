import type { HostGroup, Tally } from './tally.ts'

/** A run's figures as Markdown. */
export function tableOf(figures: Tally): string {
  const { completed, failed, claims, turns, faults } = figures
  return [
    `${count(completed)} jobs completed, ${count(failed)} failed after three attempts, ${count(claims)} claims. ` +
      `${(figures.simulated_s / 60).toFixed(1)} simulated minutes; the burst was claimed to its last job ` +
      `${(figures.burst_drained_s / 60).toFixed(1)} minutes after the start.`,
    `Turns of the burst's user that a waiting user saw go by: at most ${turns.most} (in ${count(turns.waits)} waits).`,
    `Audit: ${faults.length === 0 ? 'no faults' : faults.join('; ')}; the ledger sums to ${figures.sum_nano}.`,
    '### Waiting, from submission to the first claim, in seconds',
    table(
      ['who', 'jobs', 'mean', 'p50', 'p95', 'p99', 'max'],
      figures.waiting
        .filter(({ jobs }) => jobs > 0)
        .map(({ who, jobs, ...times }) => [
          who,
          count(jobs),
          ...[times.mean, times.p50, times.p95, times.p99, times.max].map((time) => time.toFixed(1)),
        ]),
    ),
    '### Price paid, in credits for 1,000 tokens',
    table(
      ['who', 'jobs', 'mean', "of the model's cheapest offer", "of the model's median offer"],
      figures.paid
        .filter(({ jobs }) => jobs > 0)
        .map(({ who, jobs, ...paid }) => [
          who,
          count(jobs),
          paid.mean.toFixed(3),
          `${paid.against_cheapest.toFixed(2)} x`,
          `${paid.against_median.toFixed(2)} x`,
        ]),
    ),
    '### Hosts by price, a tenth of them a line',
    groupTable('price', figures.byPrice, (price) => price.toFixed(2)),
    '### Hosts by utilization, a tenth of them a line',
    groupTable('utilization', figures.byBusy, percent),
    '### What the price guard allows, by tenths of the time',
    table(
      ['tenth', 'guarded jobs', 'middle limit', 'hosts within it'],
      figures.limits.map(({ limit, jobs, within }, at) => [
        String(at + 1),
        count(jobs),
        limit.toFixed(2),
        percent(within),
      ]),
    ),
  ].join('\n\n')
}

function groupTable(by: string, groups: readonly HostGroup[], show: (value: number) => string): string {
  return table(
    [by, 'hosts', 'mean price', 'slots busy', 'jobs a host', 'failures a host', 'income a host'],
    groups.map((group) => [
      `${show(group.least)} to ${show(group.most)}`,
      count(group.hosts),
      group.price.toFixed(2),
      percent(group.busy),
      group.jobs.toFixed(1),
      group.failed.toFixed(1),
      group.income.toFixed(2),
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map((_, at) => (at === 0 ? '---|' : '--:|')).join('')}`, ...rows.map(line)].join('\n')
}

const count = (number: number) => number.toLocaleString('en-US')
const percent = (share: number) => `${(100 * share).toFixed(0)} %`
