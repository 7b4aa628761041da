import type { Command } from 'commander'
import { collect, does, hostCommand, whole } from './place-options.ts'

/** What an owner asks of the host and tells it, apart from money. */
export function hostCommands(): Command[] {
  return [statusCommand(), selftestCommand(), setCommand(), pauseCommand(), resumeCommand(), rotateKeyCommand()]
}

function statusCommand(): Command {
  const command = hostCommand('status', 'How the host stands at its server: balance, totals, speed, why no jobs', [
    'mkt-agent status',
    'mkt-agent status --server https://market.example.com --json',
  ]).option('--json', 'for scripts: one object, {"hosts": [...]}')
  return does(command, async (io, options) => (await import('../operations/status.ts')).status(io, options))
}

function selftestCommand(): Command {
  const command = hostCommand('selftest', 'Send this host a job of its owner (MKT_TOKEN) through the whole path', [
    'MKT_TOKEN=$(mkt tokens create selftest) mkt-agent selftest',
    'mkt-agent selftest --model llama-3.1-8b --prompt "Count to ten." --max-tokens 64 --json',
  ])
    .option('--model <NAME>', 'which of its models (default: the first)')
    .option('--prompt <TEXT>', 'what it is asked')
    .option('--max-tokens <N>', 'the longest answer', whole(1, 1_000_000), 32)
    .option('--timeout <SECONDS>', 'how long it may take', whole(1, 3600), 120)
    .option('--json', 'print what GET /jobs/{id} answers, and credits_earned')
  return does(command, async (io, options) => (await import('../operations/selftest.ts')).selftest(io, options))
}

function setCommand(): Command {
  const command = hostCommand('set', 'Change the price or the models at once; jobs that run keep their price', [
    'mkt-agent set --price 0.002',
    'mkt-agent set --model llama-3.1-8b --model qwen-2.5-7b',
  ])
    .option('--price <N>', 'credits per generated token, such as 0.001')
    .option('--input-price <N>', 'credits per token of a prompt; 0 for none')
    .option('--model-price <NAME=N>', 'the same of one model alone; may be repeated', collect)
    .option('--model <NAME>', 'a model to offer; may be repeated, and those not named are offered no more', collect)
    .option('--yes', 'set what looks like a slip without being asked: a price, a model that the agent does not serve')
    .option('--json', 'print what PATCH /hosts/me answers')
  return does(command, async (io, options) => (await import('../operations/change-host.ts')).setTerms(io, options))
}

function pauseCommand(): Command {
  const command = hostCommand('pause', 'Take no further job; those that run go on to their end', [
    'mkt-agent pause',
  ]).option('--json', 'print what PATCH /hosts/me answers')
  return does(command, async (io, options) =>
    (await import('../operations/change-host.ts')).setPaused(io, options, true),
  )
}

function resumeCommand(): Command {
  const command = hostCommand('resume', 'Take jobs again after a pause', ['mkt-agent resume']).option(
    '--json',
    'print what PATCH /hosts/me answers',
  )
  return does(command, async (io, options) =>
    (await import('../operations/change-host.ts')).setPaused(io, options, false),
  )
}

function rotateKeyCommand(): Command {
  const command = hostCommand('rotate-key', "Replace the host's key; the agent must not run meanwhile", [
    'systemctl stop mkt-agent && mkt-agent rotate-key --state /var/lib/mkt-agent && systemctl start mkt-agent',
  ])
  return does(command, async (io, options) => (await import('../operations/rotate-key.ts')).rotateKey(io, options))
}
