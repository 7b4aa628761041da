// Loaded where a parent holds a channel: when it is killed, its end of the channel closes, and this process ends with it
// as if it had been killed itself. A kill -9 of the bin is then a kill -9 of the program.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

// The bin passes on the signals that it gets, with how many of a kind there were. A service manager and a shell often
// signal all processes at once, and then this one has had it already: taken twice, it would break off the drain.
const seen = {}
const emit = process.emit
process.emit = function (name, ...rest) {
  if (/^SIG[A-Z]/.test(String(name))) seen[name] = (seen[name] ?? 0) + 1
  return emit.call(this, name, ...rest)
}

// Both may come in the same turn of the event loop, in either order.
const SAME_MOMENT_MS = 30
process.on('message', (message) => {
  const { signal, count } = message ?? {}
  if (!signal) return
  setTimeout(() => {
    if ((seen[signal] ?? 0) < count) process.kill(process.pid, signal)
  }, SAME_MOMENT_MS)
})
process.channel?.unref()
