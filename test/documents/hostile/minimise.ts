/**
 * Smaller bytes that still fail: pieces are taken out, large ones first, as long as the failure stays and time is left.
 */
export async function minimise(
  bytes: Buffer,
  fails: (bytes: Buffer) => Promise<boolean>,
  timeLeft: () => boolean,
): Promise<Buffer> {
  let small = bytes
  for (let size = Math.ceil(small.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < small.length && timeLeft(); ) {
      const less = Buffer.concat([small.subarray(0, at), small.subarray(at + size)])
      if (await fails(less)) small = less
      else at += size
    }
  }
  return small
}
