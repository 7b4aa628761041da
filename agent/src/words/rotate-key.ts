/** What `rotate-key` says. */
export const keyWords = {
  changed: (host_id: string, path: string) => `${host_id} has a new key, in ${path}`,
  revoked: 'The old key is revoked: copies of it, in backups or on other machines, are worth nothing.',
  inUse: (pid: string) => `an agent, pid ${pid}, runs with this key and would be shut out`,
  stopFirst: (pid: string) =>
    `Stop it with \`kill ${pid}\`, or \`systemctl stop mkt-agent\`; rotate the key, and start it again.`,
  stillValid: 'The old key is still valid: try again.',
  notKnown: 'Whether the key was rotated is not known: see `mkt-agent status`.',
  lost: (host_id: string) => `the key of ${host_id} was rotated, and the answer with the new one was lost`,
  ownerWithdraws:
    'Its owner still withdraws its earnings with `mkt withdraw`; without an owner, ask the operator of the server.',
  registerAgain: '`mkt-agent start --register-again` makes a new host.',
  notSaved: (why: string) => `the new key could not be saved: ${why}`,
  putIt: (path: string) => `It is printed above, this once: put it into ${path} as "api_key".`,
}
