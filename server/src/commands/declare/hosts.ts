import type { Command } from 'commander'
import { data, examples, json, list } from './shared-flags.ts'

export function declareHosts(program: Command): void {
  const hosts = program.command('hosts').description('list hosts, look at one, shut them out, or let them in again')
  list(hosts.command('list'))
    .description('all hosts, newest first')
    .option('--flagged', 'only those that seem to bill tokens which their text does not hold')
    .addHelpText('after', examples('mkt-server hosts list --data ./data --flagged'))
    .action(async (flags) => (await import('../hosts.ts')).listAllHosts(flags))
  json(data(hosts.command('show')))
    .description('one host: state, models, price, balance, jobs, owner')
    .argument('<host>', 'host id')
    .addHelpText('after', examples('mkt-server hosts show host_01k9zq4v7m --data ./data'))
    .action(async (id, flags) => (await import('../hosts.ts')).showHost(id, flags))
  for (const [verb, description] of [
    ['disable', 'refuse everything that the host asks'],
    ['enable', 'let the host in again'],
  ] as const) {
    json(data(hosts.command(verb)))
      .description(description)
      .argument('<host>', 'host id')
      .addHelpText('after', examples(`mkt-server hosts ${verb} host_01k9zq4v7m --data ./data`))
      .action(async (id, flags) => (await import('../disable.ts')).setHostDisabled(id, verb === 'disable', flags))
  }
}
