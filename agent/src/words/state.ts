/** Where another agent has the state directory. */
export function stateInUse(dir: string, pid: string | undefined): string {
  const who = pid === undefined ? 'another agent' : `another agent, pid ${pid},`
  return `${who} already runs with the state directory ${dir}: stop it, or give this one its own with --state DIR`
}
