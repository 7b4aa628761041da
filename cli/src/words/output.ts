/** What is said of the connection and of the output of any command. */
export const outputWords = {
  noOutput: (why: string) => `error: cannot write the output: ${why}\n`,
  nextPage: (shown: number, total: number, offset: number) => `${shown} of ${total}; the next: --offset ${offset}`,
  pastEnd: (total: number, offset: number) =>
    `There ${total === 1 ? 'is' : 'are'} only ${total}: none is left after --offset ${offset}.`,
  otherService: 'this is a documents service and no marketplace',
  setServer: 'Set the address of a marketplace with MKT_SERVER or --server.',
  proxy: (retry: string) => `The server behind it seems to be away. ${retry}`,
  unknownCommand: (word: string) => `error: unknown command '${word}'`,
  away: (message: string, asks: boolean) =>
    `${message}; ${asks ? 'waiting as it asks' : 'trying again'} (Ctrl-C stops)`,
  back: 'The server answers again.',
  silent: (server: string) => `${server} has not answered yet; still waiting (Ctrl-C stops)`,
}
