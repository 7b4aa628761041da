// Loaded into a bin's child: when the parent is killed, its end of the channel closes, and the child ends with it
// as if it had been killed itself. A kill -9 of the bin is then a kill -9 of the program.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
