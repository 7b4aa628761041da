import { Command } from 'commander'
import { does, whole } from './place-options.ts'

/** `mkt-agent service`: the agent under systemd. */
export function serviceCommand(): Command {
  return new Command('service')
    .description('Run the agent as a service that starts with the machine (Linux with systemd)')
    .addHelpText(
      'after',
      '\nExamples:\n  sudo mkt-agent service install --config /etc/mkt-agent/agent.json\n  mkt-agent service logs --follow',
    )
    .addCommand(installCommand())
    .addCommand(uninstallCommand())
    .addCommand(logsCommand())
}

function serviceOptions(command: Command): Command {
  return command
    .option('--user', 'a service of this user, instead of one of the system')
    .option('--name <NAME>', "the service's name", 'mkt-agent')
}

function installCommand(): Command {
  const command = serviceOptions(new Command('install').description('Install and start the service, or change it'))
    .option(
      '--config <FILE>',
      'its settings (default: /etc/mkt-agent/agent.json; of a user: ~/.config/mkt-agent/agent.json)',
    )
    .option('--run-as <USER>', 'the account it runs as (default: one that systemd makes up)')
    .option(
      '--state <DIR>',
      "where the host's key is kept (default: /var/lib/mkt-agent; of a user: ~/.local/share/mkt-agent)",
    )
    .option('--print', 'only print the unit')
    .addHelpText(
      'after',
      `
MKT_TOKEN, HF_TOKEN and MKT_AGENT_ENGINE_KEY, where they are set now, go into a file that only its owner reads.

Examples:
  mkt-agent config | sudo tee /etc/mkt-agent/agent.json
  sudo mkt-agent service install
  sudo mkt-agent service install --run-as gpu --state /home/gpu/.local/share/mkt-agent
  mkt-agent service install --user --config ~/agent.json
  mkt-agent service install --print`,
    )
  return does(command, async (io, options) => (await import('../operations/service.ts')).installService(io, options))
}

function uninstallCommand(): Command {
  const command = serviceOptions(
    new Command('uninstall').description('Stop the service when its jobs have ended, and remove it; the key stays'),
  ).addHelpText('after', '\nExamples:\n  sudo mkt-agent service uninstall\n  mkt-agent service uninstall --user')
  return does(command, async (io, options) => (await import('../operations/service.ts')).uninstallService(io, options))
}

function logsCommand(): Command {
  const command = serviceOptions(new Command('logs').description('What the service said'))
    .option('-f, --follow', 'go on with what it says from now on')
    .option('-n, --lines <N>', 'how many of the last lines', whole(0, 1_000_000), 100)
    .addHelpText('after', '\nExamples:\n  mkt-agent service logs -f\n  mkt-agent service logs --user --lines 1000')
  return does(command, async (io, options) => (await import('../operations/service.ts')).serviceLogs(io, options))
}
