export const liveWords = {
  shutOut: 'disabled by the operator of the server',
  stopping: (busy: number, slots: number) => `stopping, ${busy} of ${slots} slots still busy`,
  busy: (busy: number, slots: number) => `${busy}/${slots} slots busy`,
}
