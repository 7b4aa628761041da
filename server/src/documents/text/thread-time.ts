/** Processor time that this thread has taken, in ms: on a busy machine the clock says little of a page. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
