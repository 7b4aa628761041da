/**
 * Lets the thread live on where a promise fails that nobody waits for. pdf.js leaves such promises behind when a file
 * names one font twice or draws on a canvas without a size. What waits for the page hears of it by itself or is ended
 * at its limit of time, whereas a thread that dies takes along whatever document it has by then.
 */
export function outliveStrayRejections(): void {
  process.on('unhandledRejection', () => undefined)
}
