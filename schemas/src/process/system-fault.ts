/** What the codes of the operating system mean to a person. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'no space is left on the disk'],
  ['EDQUOT', 'your share of the disk is used up'],
  ['EFBIG', 'the file would be too large'],
  ['EIO', 'the device or terminal behind it failed or is gone'],
  ['EPIPE', 'its reader is gone'],
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'you have no permission'],
  ['EPERM', 'you have no permission'],
  ['EROFS', 'the disk can only be read'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'its links lead in a circle'],
  ['EBUSY', 'something else is using it'],
])

/** Why the system refused, for a person; its own words where there are none of ours. */
export function systemFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return SENTENCES.get(code ?? '') ?? message ?? String(error)
}

/** An error of the system as one sentence with the file that it is about; undefined where it is none of these. */
export function systemSentence(error: Error): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException
  const sentence = SENTENCES.get(code ?? '')
  if (sentence === undefined) return undefined
  return path === undefined ? sentence : `${path}: ${sentence}`
}
