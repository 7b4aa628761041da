import type { Command } from 'commander'
import { does, hostCommand } from './place-options.ts'

/** What an owner asks of the host and tells it, apart from money. */
export function hostCommands(): Command[] {
  return [statusCommand()]
}

function statusCommand(): Command {
  const command = hostCommand('status', 'How the host stands at its server: balance, totals, speed, why no jobs', [
    'mkt-agent status',
    'mkt-agent status --server https://market.example.com --json',
  ]).option('--json', 'for scripts: one object, {"hosts": [...]}')
  return does(command, async (desk, options) => (await import('../operations/status.ts')).status(desk, options))
}
