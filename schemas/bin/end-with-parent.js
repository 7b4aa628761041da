// Loaded where a parent holds a channel: when it is killed, its end of the channel closes, and this process ends with it
// as if it had been killed itself. A kill -9 of the bin is then a kill -9 of the program.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
