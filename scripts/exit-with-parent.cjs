// Preloaded into what the supervisor starts: when it is gone, however it died, its children end too.
// Their own children inherit this file, but wait for messages on their channel, which must keep them alive.
if (process.channel && process.ppid === Number(process.env.MASCATE_SUPERVISOR)) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), 15_000).unref()
  })
  process.channel.unref()
}
