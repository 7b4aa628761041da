/** What `service` says. */
export const serviceWords = {
  noState: (dir: string) => `there is no directory ${dir}: make it, and give it to the account of the service`,
  runs: (name: string, path: string) => `${name} runs as a service, and starts with the machine: ${path}`,
  places: (config: string, env: string, user: string, name: string) =>
    `Its settings are in ${config}, its tokens in ${env}; after a change: systemctl${user} restart ${name}`,
  key: (dir: string) => `Its key is in ${dir}: mkt-agent status --state ${dir}`,
  logs: (user: string) => `What it says: mkt-agent service logs${user}`,
  linger: 'To have it run while you are logged out: loginctl enable-linger',
  notInstalled: (path: string) => `there is no ${path}: nothing is installed under this name`,
  gone: (name: string) => `${name} is a service no more`,
  kept: (config: string, env: string) =>
    `Kept: its settings in ${config}, its tokens in ${env}, and the key of the host,`,
  keptKey: (dir: string) => `the way to its balance, in ${dir} unless the settings or --state named another place.`,
  noSystemd: 'systemd does not run here, as in most containers',
  needsSystemd: (why: string) => `services need Linux with systemd, and ${why}`,
  startOtherwise:
    'Have `mkt-agent start --config FILE` started by what starts programs here; it ends by itself on SIGTERM.',
  printOnly: 'With --print, `service install` only prints the unit.',
  noConfig: (path: string) => `there is no configuration file ${path}`,
  makeConfig: (path: string) => `Make one: mkt-agent config > ${path}; or name another with --config FILE.`,
  notReadable: (path: string) => `the service runs under an account of its own, which may not read ${path}`,
  readable:
    'Move it where all may read; or name an account that may, with --run-as USER --state DIR; or install the service for yourself, with --user.',
  needsRoot: 'A system service needs root: try sudo, or --user for a service of your own.',
  tokens: (lines: string) => `# Tokens of mkt-agent; keep this file readable by its owner only.\n${lines}\n`,
  systemctl: (args: string, code: number) => `systemctl ${args} ended with ${code}`,
  relativeState: (path: string, state: string) =>
    `the state directory in ${path} is ${state}, and a service starts in /`,
  wholePath: (path: string) => `Write the whole path there, such as ${path}, or give --state DIR.`,
  account: 'the account that owns it',
  foreignState: (config: string, state: string) =>
    `${config} names the state directory ${state}, which a service may not write by itself`,
  runAs: (whose: string, dir: string) =>
    `Give --run-as USER, ${whose}; or --state ${dir} for another host than the one there.`,
  stateNeedsAccount: (whose: string, dir: string) =>
    `--state DIR needs --run-as USER, ${whose}; without both it is ${dir}`,
  name: (given: string) => `--name must be of letters, digits, - and _, not ${given}`,
  user: (given: string) => `--run-as must be the name of an account, not ${given}`,
  onePathLine: 'a path of a service must be one line',
  runAsOfSystem: '--run-as is for a system service: leave out --user',
}
