// Preloaded into web and worker: when the supervisor is gone, however it died, its children end too.
if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), 8000).unref()
  })
  process.channel.unref()
}
