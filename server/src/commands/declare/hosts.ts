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
    ['trust', 'vouch for a host: what others answer is compared with what it answers, and it counts as verified'],
    ['untrust', 'take that back'],
  ] as const) {
    json(data(hosts.command(verb)))
      .description(description)
      .argument('<host>', 'host id')
      .addHelpText('after', examples(`mkt-server hosts ${verb} host_01k9zq4v7m --data ./data`))
      .action(async (id, flags) => (await import('../verification.ts')).setHostTrusted(id, verb === 'trust', flags))
  }
  json(data(hosts.command('evidence')))
    .description('what checks whether a host runs the models that it names have shown, and what that came to')
    .argument('<host>', 'host id')
    .addHelpText('after', examples('mkt-server hosts evidence host_01k9zq4v7m --data ./data'))
    .action(async (id, flags) => (await import('../verification.ts')).showEvidence(id, flags))
  for (const [verb, description] of [
    ['uphold', 'say that the refusal of a host stands: it answers an appeal'],
    ['lift', 'take the refusal of a host back: it is let in again with what it earned, and checked anew'],
  ] as const) {
    json(data(hosts.command(verb)))
      .description(description)
      .argument('<host>', 'host id')
      .requiredOption('--model <name>', 'the model that it was refused for')
      .option('--note <text>', 'why; the owner of the host sees it')
      .addHelpText('after', examples(`mkt-server hosts ${verb} host_01k9zq4v7m --model llama-3.1-8b --data ./data`))
      .action(async (id, flags) => (await import('../verification.ts')).decideRefusal(id, verb, flags))
  }
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
