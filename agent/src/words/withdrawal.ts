/** What `withdraw` and `withdrawals` say. */
export const withdrawalWords = {
  amount: (given: string) => `--amount must be credits above 0 with at most 9 decimals, not ${given}`,
  asked: (id: string, credits: string, to: string, status: string) => `${id}: ${credits} credits to ${to}, ${status}`,
  whenPaid: '`mkt-agent withdrawals` shows when it is paid.',
  neverAnswered: 'the answer to the same withdrawal of more than a day ago never came',
  seeFirst: '`mkt-agent withdrawals` shows whether it is there; --again makes another one.',
  repeated: 'The answer to the same withdrawal never came: this repeats it, and makes no second one.',
  notKnown: 'Whether it was made is not known. The same command again, within a day, makes it once in any case.',
  ownerWithdraws: (host_id: string, amount: string, to: string) =>
    `Its owner withdraws: mkt withdraw --host ${host_id} --amount ${amount} --to ${to}`,
  seeBalance: '`mkt-agent status` shows the balance.',
  none: (host_id: string, more: boolean) => `${host_id} has asked for no withdrawal${more ? ' before those' : ''}.`,
  more: (number: number, offset: number) => `${number} more: --offset ${offset}`,
  damaged: (path: string) =>
    `${path} is damaged: see with \`mkt-agent withdrawals\` whether the withdrawal was made, then remove the file`,
}
