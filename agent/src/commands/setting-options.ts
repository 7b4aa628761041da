import type { Command } from 'commander'
import type { Flags } from '../config.ts'
import { flagOf, SETTINGS } from '../settings.ts'
import { collect } from './place-options.ts'

/** All settings of the agent as options of a command. */
export function settingOptions(command: Command): Command {
  for (const setting of SETTINGS) {
    const help = setting.help
    if ('many' in setting) command.option(`${flagOf(setting.key)} <${setting.value}>`, help, collect)
    else command.option(`${flagOf(setting.key)} <${setting.value}>`, help)
  }
  return command.option('--config <FILE>', 'settings as JSON, comments allowed (`mkt-agent config` prints one)')
}

/** The settings among a command's options, under the names that they have in the file. */
export function flagsOf(options: Record<string, unknown>): Flags {
  const flags = Object.fromEntries(SETTINGS.map(({ key }) => [key, options[camel(key)]])) as Flags
  return typeof options.config === 'string' ? { ...flags, config: options.config } : flags
}

function camel(key: string): string {
  return key.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase())
}
