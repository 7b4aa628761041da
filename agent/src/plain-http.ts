/** Would what is sent to this address travel unencrypted to another machine? */
export function inTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
