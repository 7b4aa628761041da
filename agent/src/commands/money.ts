import type { Command } from 'commander'
import { does, hostCommand, whole } from './place-options.ts'

/** What becomes of a host's earnings. */
export function moneyCommands(): Command[] {
  return [withdrawCommand(), withdrawalsCommand()]
}

function withdrawCommand(): Command {
  const command = hostCommand('withdraw', "Ask for a payout of the host's earnings (an owned host: `mkt withdraw`)", [
    'mkt-agent withdraw --amount 12.5 --to "IBAN DE02 1203 0000 0000 2020 51"',
  ])
    .requiredOption('--amount <N>', 'credits to withdraw')
    .requiredOption('--to <DEST>', 'where they go, as the operator of the server pays out')
    .option('--again', 'another one, though the answer to the same withdrawal never came')
    .option('--json', 'print what POST /hosts/withdrawals answers')
  return does(command, async (io, options) => (await import('../operations/withdraw.ts')).withdraw(io, options))
}

function withdrawalsCommand(): Command {
  const command = hostCommand('withdrawals', 'The withdrawals asked for, newest first', [
    'mkt-agent withdrawals',
    'mkt-agent withdrawals --limit 100 --json',
  ])
    .option('--limit <N>', 'how many, 1 to 100', whole(1, 100), 20)
    .option('--offset <N>', 'how many of the newest to leave out', whole(0, 1_000_000), 0)
    .option('--json', 'print what GET /hosts/withdrawals answers')
  return does(command, async (io, options) => (await import('../operations/withdrawals.ts')).withdrawals(io, options))
}
